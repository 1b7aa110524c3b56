"""Rows of the table in text: each player's cubes, discs, treasures and hand; and cards in short."""

from textwrap import wrap

from replay.action import UNKNOWN
from replay.boards import NOTHING, came, folded, hidden, mark, marked_list, who
from replay.games.loot_island.actions import AARON
from replay.games.loot_island.kit import WILD, Kit, card_of
from replay.games.loot_island.state import State, has_aaron, kit_of

_ROOM_MIN = 20
"""With fewer columns beside a player's numbers, treasures and hand go below them."""


def healer_words(kit: Kit, name: str) -> str:
    """A healer with its cost: `healer-3(1×+2)`."""
    healer = kit.healers.get(name)
    return f"{name}({healer.per}×+{healer.fixed})" if healer is not None else name


def short_number(kit: Kit, name: str) -> str:
    """A card without its colour: its number or ★, and a sign for its icon."""
    card = card_of(kit, name)
    if card is None:
        return UNKNOWN
    if card.value == WILD:
        return "★"
    icons = "▫" * card.cube + "▴" * card.draw + "◆" * card.chest + "+" * card.plus
    return f"{card.value}{icons}"


def _hand(kit: Kit, cards: tuple[str, ...], before: tuple[str, ...]) -> str:
    """A hand by colours, with what came marked: `red 3 5◆* 9▫, blue 1, ?×3`."""
    known, old = (tuple(name for name in hand if card_of(kit, name) is not None) for hand in (cards, before))
    names = sorted(known, key=lambda name: (_color(kit, name), _value(kit, name), name))
    colors: dict[str, list[str]] = {}
    for name, is_fresh in zip(names, came(names, old), strict=True):
        colors.setdefault(_color(kit, name), []).append(short_number(kit, name) + mark(is_fresh))
    words = [f"{color} {' '.join(held)}" for color, held in colors.items()]
    unseen, were = len(cards) - len(known), len(before) - len(old)
    return ", ".join([*words, *(word + mark(unseen != were) for word in hidden(unseen))])


def _color(kit: Kit, name: str) -> str:
    card = card_of(kit, name)
    return "" if card is None else card.color


def _value(kit: Kit, name: str) -> int:
    card = card_of(kit, name)
    return 0 if card is None else (card.value or 1_000)


def player_rows(state: State, before: State, width: int) -> list[str]:
    """A row for each player, and for Aaron; what changed has a `*`."""
    actors = (*state.table.seats, AARON) if has_aaron(state.table) else state.table.seats
    names = {actor: _name(state, actor) for actor in actors}
    wide = max(6, *(len(name) for name in names.values()))
    head = f"  {'player':<{wide}}  cubes  discs  cards"
    lines = [f"{head}  treasures and hand" if width - len(head) - 2 >= _ROOM_MIN else head]
    for actor in actors:
        lines += _player(state, before, actor, f"{names[actor]:<{wide}}", width)
    return lines


def _name(state: State, actor: str) -> str:
    if actor == AARON:
        return f"aaron ({state.color})" if state.color else "aaron"
    return who(state.table, actor)


def _player(state: State, before: State, actor: str, name: str, width: int) -> list[str]:
    cubes = NOTHING if actor == AARON else f"{state.cubes[actor]}{mark(state.cubes[actor] != before.cubes.get(actor))}"
    discs = f"{state.compasses[actor]}{mark(state.compasses[actor] != before.compasses.get(actor))}"
    cards = f"{len(state.hands[actor])}{mark(state.hands[actor] != before.hands.get(actor))}"
    pointer = "▸" if actor == state.turn else " "
    status = [
        *([f"tile{mark(actor != before.first)}"] if actor == state.first else []),
        *([f"passed{mark(actor not in before.passed)}"] if actor in state.passed and state.phase == "actions" else []),
        *(["done"] if actor == AARON and state.done else []),
        *([f"{state.memory.unseen} unseen"] if actor == AARON and state.memory.unseen else []),
        *([f"out{mark(actor not in before.out)}"] if actor in state.out else []),
        *([healer_words(kit_of(state), state.taken[actor])] if actor in state.taken else []),
    ]
    kept = marked_list(state.kept[actor], before.kept.get(actor, ()))
    head = f"{pointer} {name}  {cubes:<5}  {discs:<5}  {cards:<5}  "
    facts = " ".join([*(f"[{word}]" for word in status), *kept]) or NOTHING
    hand = _hand(kit_of(state), state.hands[actor], before.hands.get(actor, ()))
    room = width - len(head)
    if room < _ROOM_MIN:
        below = [facts, *([hand] if hand else [])]
        return [head.rstrip(), *(line for text in below for line in folded(f"    {text}", width, "    "))]
    if not hand or len(f"{facts} · {hand}") <= room:
        texts = wrap(f"{facts} · {hand}" if hand else facts, room, break_on_hyphens=False)
    else:
        texts = [*wrap(facts, room, break_on_hyphens=False), *wrap(hand, room, break_on_hyphens=False)]
    return [head + texts[0], *(f"{'':{len(head)}}{text}" for text in texts[1:])]
