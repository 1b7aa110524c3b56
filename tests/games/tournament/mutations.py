"""One change for each rule of a tournament, made in a dealt day: the last line of the changed day is at fault."""

import copy
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from replay.games.tournament.state import State
from replay.outcome import Outcome, Outcomes, TableDispute, TablePenalty, TableRuling
from replay.step import Step
from tests.helpers.tools import Body


class Moment(NamedTuple):
    """A line of a dealt day: the lines before it, itself, its step, and what is at hand of the tables."""

    before: list[Body]
    body: Body
    step: Step[State, Any]
    outcomes: Outcomes
    rng: Random

    @property
    def state(self) -> State:
        """The state before the line."""
        return self.step.before

    @property
    def do(self) -> str:
        """What kind of line it is."""
        return str(self.body["do"])

    def says(self, **fields: Any) -> "Changed":
        """The line with other fields; without those that are None."""
        body = {name: value for name, value in {**self.body, **fields}.items() if value is not None}
        return Changed([*self.before, body], self.outcomes)

    def with_tables(self, tables: Sequence[Sequence[str]], **fields: Any) -> "Changed":
        """A round with other people at its tables."""
        rows = [{**one, "players": list(row)} for one, row in zip(self.body["tables"], tables, strict=True)]
        return self.says(tables=rows, **fields)

    def people(self) -> list[list[str]]:
        """Who sits at the tables of a round."""
        return [list(one["players"]) for one in self.body["tables"]]

    def record(self, **fields: Any) -> "Changed":
        """The record of a result, at the head that it names, says something else."""
        key = self.body["record"], self.body["head"]
        at_heads = {**self.outcomes.at_heads, key: replace(self.outcomes.at_heads[key], **fields)}
        return Changed([*self.before, self.body], Outcomes(at_heads, self.outcomes.newest))

    @property
    def outcome(self) -> Outcome:
        """What the record of a result says at its head."""
        return self.outcomes.at_heads[self.body["record"], self.body["head"]]

    def is_collected(self) -> bool:
        """Whether the line is a result from a record."""
        return self.do == "result" and self.body["how"] == "record"


class Changed(NamedTuple):
    """A day up to the line at fault."""

    lines: list[Body]
    outcomes: Outcomes


Mutation = Callable[[Moment], Changed | None]


def no_round_at_all(at: Moment) -> Changed | None:
    """TO-SETUP-1."""
    return at.says(rounds=0) if at.do == "setup" else None


def set_up_again(at: Moment) -> Changed | None:
    """TO-SETUP-2."""
    return Changed([*at.before, at.before[0]], at.outcomes) if at.do == "round" and at.before else None


def entered_again(at: Moment) -> Changed | None:
    """TO-ENTER-1."""
    there = [player for player, one in at.state.players.items() if one.is_in]
    return at.says(player=at.rng.choice(there)) if at.do == "enter" and there else None


def dropped_who_never_entered(at: Moment) -> Changed | None:
    """TO-DROP-1."""
    return at.says(player="nobody-at-all") if at.do == "drop" else None


def a_round_left_out(at: Moment) -> Changed | None:
    """TO-ROUND-1."""
    return at.says(round=at.body["round"] + 1) if at.do == "round" else None


def seated_before_the_results(at: Moment) -> Changed | None:
    """TO-ROUND-1, by a result that is not there."""
    if at.do != "round" or not (gone := [body for body in at.before if body["do"] == "result"]):
        return None
    where = gone[-1]["round"], gone[-1]["table"]
    kept = [body for body in at.before if (body.get("round"), body.get("table")) != where]
    only_results = len(at.before) - len(kept) == sum(
        body["do"] in ("result", "extend") and (body["round"], body["table"]) == where for body in at.before
    )
    cited = any(body["do"] in ("amend", "ruling", "dispute", "observe") for body in at.before)
    return Changed([*kept, at.body], at.outcomes) if only_results and not cited else None


def somebody_sits_nowhere(at: Moment) -> Changed | None:
    """TO-SEAT-1."""
    if at.do != "round":
        return None
    people = at.people()
    people[at.rng.randrange(len(people))].pop()
    return at.with_tables(people)


def somebody_sits_twice(at: Moment) -> Changed | None:
    """TO-SEAT-1."""
    if at.do != "round" or len(at.people()) < 2:
        return None
    one, other, *rest = at.people()
    return at.with_tables([[*one[:-1], other[0]], other, *rest])


def too_many_at_a_table(at: Moment) -> Changed | None:
    """TO-SEAT-2."""
    if at.do != "round" or len(at.people()) < 2:
        return None
    one, other, *rest = at.people()
    return at.with_tables([[*one, *other[1:]], other[:1], *rest])


def met_again(at: Moment) -> Changed | None:
    """TO-SEAT-3: people of an earlier table sit together once more."""
    if at.do != "round" or at.body["round"] == 1 or at.state.format.system == "fixed" or len(at.people()) < 2:
        return None
    met = Counter(frozenset(pair) for one in at.state.tables.values() for pair in combinations(one.players, 2))

    def cost(tables: Sequence[Sequence[str]]) -> int:
        return sum(met[frozenset(pair)] ** 2 for row in tables for pair in combinations(row, 2))

    seats = [player for row in at.people() for player in row]
    for earlier in at.state.tables.values():
        together = [player for player in earlier.players if player in seats]
        order = iter([*together, *(player for player in seats if player not in together)])
        tables = [[next(order) for _ in row] for row in at.people()]
        if cost(tables) > cost(at.people()):
            return at.with_tables(tables, hand="they wished to")
    return None


def another_starts(at: Moment) -> Changed | None:
    """TO-SEAT-4: one who has started more often than somebody else there."""
    if at.do != "round":
        return None
    started = Counter(one.players[0] for one in at.state.tables.values())
    people = at.people()
    for row in people:
        often = [player for player in row if started[player] > started[row[0]]]
        if often:
            row.remove(often[0])
            row.insert(0, often[0])
            return at.with_tables(people)
    return None


def another_seed(at: Moment) -> Changed | None:
    """TO-SEAT-5."""
    return at.says(seed="0" * 64) if at.do == "round" and at.state.format.system != "fixed" else None


def other_dice(at: Moment) -> Changed | None:
    """TO-SEAT-5: the dice that are written down are not those that the seed is made of."""
    return at.says(nonce="1 1 1 1") if at.do == "round" and at.state.format.system != "fixed" else None


def two_change_places(at: Moment) -> Changed | None:
    """TO-SEAT-5: two who do not start change their tables, without a word."""
    if at.do != "round" or len(at.people()) < 2 or at.state.format.system == "fixed":
        return None
    one, other, *rest = at.people()
    one[-1], other[-1] = other[-1], one[-1]
    return at.with_tables([one, other, *rest])


def a_stranger_at_the_table(at: Moment) -> Changed | None:
    """TO-RESULT-1."""
    if at.do != "result":
        return None
    strangers = [player for player in at.state.players if player not in at.body["places"]]
    if not strangers:
        return None
    gone, *rest = at.body["places"]
    places = {at.rng.choice(strangers): at.body["places"][gone], **{one: at.body["places"][one] for one in rest}}
    return at.says(places=places, winners=None, scores=None)


def other_places(at: Moment) -> Changed | None:
    """TO-RESULT-2."""
    if not at.is_collected() or len(set(at.body["places"].values())) == 1:
        return None
    return at.says(places=_turned(at.body["places"]), winners=None)


def _turned(places: Mapping[str, int]) -> dict[str, int]:
    """The last are first."""
    return {one: 1 + sum(other > place for other in places.values()) for one, place in places.items()}


def the_record_of_other_people(at: Moment) -> Changed | None:
    """TO-RESULT-3."""
    if not at.is_collected() or at.outcome.header is None:
        return None
    header = copy.deepcopy(at.outcome.header)
    players = [replace(player, name=f"not {player.name}") for player in header.players]
    return at.record(header=replace(header, players=players))


def a_damaged_record(at: Moment) -> Changed | None:
    """TO-RESULT-3."""
    return at.record(whole=False, trouble="line 7 was changed") if at.is_collected() else None


def an_older_copy_later(at: Moment) -> Changed | None:
    """TO-RESULT-4: the head has fewer lines than the one that was collected before."""
    if not at.is_collected() or not (older := [head for head in _heads(at) if head != at.body["head"]]):
        return None
    size = int(older[-1].partition(":")[0])
    return at.says(head=f"{size - 1}:AAAA")


def _heads(at: Moment) -> tuple[str, ...]:
    return at.state.tables[_name(at)].heads


def not_signed(at: Moment) -> Changed | None:
    """TO-RESULT-5, which stays open."""
    if not at.is_collected():
        return None
    player = at.rng.choice(list(at.body["signed"]))
    return at.says(signed={**at.body["signed"], player: at.rng.choice(("none", "refuse"))})


def still_disputed(at: Moment) -> Changed | None:
    """TO-RESULT-6, which stays open."""
    claim = TableDispute(seq=41, label="D1", kind="score", state="open", about=40, claim="that was counted wrongly")
    return at.record(disputes=(claim,)) if at.is_collected() else None


def gone_on(at: Moment) -> Changed | None:
    """TO-RESULT-7, which stays open: the newest record says otherwise."""
    if not at.is_collected() or len(set(at.body["places"].values())) == 1:
        return None
    record, result = at.body["record"], at.outcome.result
    newer = replace(at.outcome, head="999:AAAA", size=999, result=replace(result, places=_turned(result.places)))
    return Changed([*at.before, at.body], Outcomes(at.outcomes.at_heads, {**at.outcomes.newest, record: newer}))


def a_penalty_nobody_gave(at: Moment) -> Changed | None:
    """TO-PEN-1."""
    return at.says(infraction="whistling") if at.do == "penalty" and at.body["level"] != "lifted" else None


def a_step_of_the_ladder_left_out(at: Moment) -> Changed | None:
    """TO-PEN-2: cautioned once more when points were due, and no ruling says why."""
    ladder = at.state.format.ladder
    rung = ladder.get("*")
    new = [player for player in at.body.get("places", ()) if all(one.player != player for one in at.state.penalties)]
    if not at.is_collected() or rung is None or not new or at.body["head"] not in _heads_at_hand(at):
        return None
    record, outcome = at.body["record"], at.outcome
    seats = dict(zip(at.state.tables[_name(at)].players, outcome.seats, strict=True))
    numbers = range(51, 51 + rung.times)
    given = TablePenalty(seats[new[0]], seats[new[0]], "caution", "whistling")
    rulings = tuple(TableRuling(number, "D1", "Kim", (given,), is_final=True) for number in numbers)
    more = replace(outcome, rulings=(*outcome.rulings, *rulings))
    told = {"do": "penalty", "at": at.body["at"], "player": new[0], "level": "caution", "infraction": "whistling"}
    source = {"record": record, "head": outcome.head}
    lines = [{**told, "from": {**source, "seq": number}} for number in numbers]
    at_heads = {**at.outcomes.at_heads, (record, outcome.head): more}
    return Changed([*at.before, *lines], Outcomes(at_heads, {**at.outcomes.newest, record: more}))


def _name(at: Moment) -> str:
    return f"r{at.body['round']}t{at.body['table']}"


def _heads_at_hand(at: Moment) -> set[str]:
    return {head for record, head in at.outcomes.at_heads if record == at.body["record"]}


def an_answer_that_is_none(at: Moment) -> Changed | None:
    """TO-READ-1."""
    return at.says(answer="perhaps") if at.do == "reading" else None


def time_not_given_back(at: Moment) -> Changed | None:
    """TO-TIME-1."""
    if not at.is_collected() or _heads(at):
        return None
    where = at.body["round"], at.body["table"]
    taken = any(one.time is not None and one.time > 60 for one in at.outcome.rulings)
    kept = [body for body in at.before if body["do"] != "extend" or (body["round"], body["table"]) != where]
    later = kept[: 1 + max(number for number, body in enumerate(kept) if body["do"] == "round")]
    before_the_round = later == at.before[: len(later)]  # else the seeds of later rounds would not fit
    return Changed([*kept, at.body], at.outcomes) if taken and before_the_round else None


def read_off_wrongly(kind: str) -> Mutation:
    """TO-OBS-1, which cites the derived rule: points of somebody, or their place."""

    def mutate(at: Moment) -> Changed | None:
        facts = at.body["facts"] if at.do == "observe" else {}
        wrong = {path: value + 1 for path, value in facts.items() if path.startswith(kind)}
        return at.says(facts={**facts, **wrong}) if wrong else None

    return mutate


MUTATIONS: dict[str, tuple[tuple[Mutation, ...], str]] = {
    "TO-SETUP-1": ((no_round_at_all,), "broken"),
    "TO-SETUP-2": ((set_up_again,), "broken"),
    "TO-ENTER-1": ((entered_again,), "broken"),
    "TO-DROP-1": ((dropped_who_never_entered,), "broken"),
    "TO-ROUND-1": ((a_round_left_out, seated_before_the_results), "broken"),
    "TO-SEAT-1": ((somebody_sits_nowhere, somebody_sits_twice), "broken"),
    "TO-SEAT-2": ((too_many_at_a_table,), "broken"),
    "TO-SEAT-3": ((met_again,), "open"),
    "TO-SEAT-4": ((another_starts,), "broken"),
    "TO-SEAT-5": ((another_seed, other_dice, two_change_places), "broken"),
    "TO-RESULT-1": ((a_stranger_at_the_table,), "broken"),
    "TO-RESULT-2": ((other_places,), "broken"),
    "TO-RESULT-3": ((the_record_of_other_people, a_damaged_record), "broken"),
    "TO-RESULT-4": ((an_older_copy_later,), "broken"),
    "TO-RESULT-5": ((not_signed,), "open"),
    "TO-RESULT-6": ((still_disputed,), "open"),
    "TO-RESULT-7": ((gone_on,), "open"),
    "TO-PEN-1": ((a_penalty_nobody_gave,), "broken"),
    "TO-PEN-2": ((a_step_of_the_ladder_left_out,), "broken"),
    "TO-READ-1": ((an_answer_that_is_none,), "broken"),
    "TO-TIME-1": ((time_not_given_back,), "broken"),
    "TO-OBS-1": ((read_off_wrongly("points."), read_off_wrongly("place.")), "broken"),
}
"""For each rule the changes that break it or, where the rule never says more, leave it open."""
