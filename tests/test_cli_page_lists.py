"""What makes a page small: packed numbers, and tables by what changed."""

from hypothesis import given
from hypothesis import strategies as st

from cli.export.html.page_lists import Cut, CutChanges, CutTable, Shared, cut_of, cut_splices, splices
from cli.export.html.short_numbers import ALPHABET, HALF, packed, paired, unpacked, unpaired

NUMBERS = st.lists(st.integers(0, 5000))
UNLIKE = st.lists(st.integers(0, 30), unique=True)


def applied(old: list[int], changes: list[int]) -> list[int]:
    """A list made of another one, as the script of the page does it."""
    found: list[int] = []
    place = at = 0
    while at < len(changes):
        stay, (gone, come) = changes[at], unpaired(changes[at + 1])
        found += [*old[place : place + stay], *changes[at + 2 : at + 2 + come]]
        place += stay + gone
        at += 2 + come
    return [*found, *old[place:]]


def test_two_numbers_come_back_from_one() -> None:
    pairs = [(one, other) for one in range(60) for other in range(60)]
    assert [unpaired(paired(*pair)) for pair in pairs] == pairs
    assert all(paired(*pair) < HALF for pair in pairs if sum(pair) < 8), "small ones are one letter"


@given(NUMBERS)
def test_numbers_come_back_from_a_text_that_needs_no_escape(numbers: list[int]) -> None:
    text = packed(numbers)
    assert unpacked(text) == numbers
    assert set(text) <= set(ALPHABET)
    assert not set("\"&'<\\") & set(ALPHABET)
    assert len(ALPHABET) == len(set(ALPHABET)) == 88


RUNS = st.lists(UNLIKE, max_size=3)
CUTS = st.builds(lambda *layers: cut_of(*layers), RUNS, RUNS, RUNS)


@given(st.lists(CUTS, max_size=3), st.lists(CUTS, max_size=3), CUTS)
def test_a_table_is_made_of_the_one_before_wherever_its_things_are_now(old: CutTable, new: CutTable, same: Cut) -> None:
    old, new = [*old, same], [*new, same]
    assert applied(flat(old), cut_splices(old, new)) == flat(new)
    assert applied([], cut_splices((), new)) == flat(new)
    known: CutChanges = {}
    for one, other in ((old, new), (new, old), (old, new), ([same], [same])):
        assert cut_splices(one, other, known) == cut_splices(one, other), "what changed may be known already"


def test_a_table_may_hold_a_thing_twice() -> None:
    for old, new in (([1, 2, 1, 3], [2, 1, 3]), ([2, 1, 3], [1, 2, 1, 3]), ([1, 1, 2], [2, 1, 1])):
        assert applied(old, cut_splices([one_run(old)], [one_run(new)])) == new


def one_run(run: list[int]) -> Cut:
    return cut_of([run], [], [])


def flat(table: CutTable) -> list[int]:
    return [number for layer in range(3) for cut in table for run in cut.layers[layer] for number in run]


@given(NUMBERS, NUMBERS)
def test_a_text_is_made_of_the_one_before_line_by_line(old: list[int], new: list[int]) -> None:
    assert applied(old, splices(old, new)) == new


def test_little_is_said_about_a_small_change() -> None:
    table = list(range(100, 400))
    assert splices(table, list(table)) == cut_splices([one_run(table)], [one_run(list(table))]) == []
    other = [*table[:7], 9, *table[8:]]
    before, after = (cut_of([run], [[1]], [last]) for run, last in ((table, [2]), (other, [3])))
    assert cut_splices([before], [after]) == [7, paired(1, 1), 9, 293, paired(1, 1), 3]
    moved = [*table[:50], *table[51:], table[50]]
    assert cut_splices([one_run(table)], [one_run(moved)]) == [50, paired(1, 0), 249, paired(0, 1), 150]


def test_a_drawing_is_kept_in_its_tags() -> None:
    shared = Shared()
    first = shared.drawing('<g class="c-red"><text x="1">Ann &amp; Bob</text></g>')
    assert shared.drawing('<g class="c-red"><text x="1">Ann &amp; Bob</text></g>') == first
    tags = [shared.tags.items[number] for number in unpacked(shared.drawings.items[first])]
    assert tags == ["<g class='c-red'>", "<text x='1'>", "Ann &amp; Bob", "</text>", "</g>"]
