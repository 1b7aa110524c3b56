"""The last game that can be followed by rounds: what everybody had at the end of each, from the index."""

import msgspec

from cli.desk.index.index_file import Index
from cli.desk.index.index_stats_points import PLAYED
from cli.desk.index.stats_asked import StatsAsked

_decode = msgspec.json.Decoder(dict[int, int]).decode


class LastRounds(msgspec.Struct, frozen=True):
    """A game by rounds."""

    record: str
    game: str
    day: str
    name: str
    note: str
    """What the numbers are, and what they tell, in the words of the game."""
    rounds: list[int]
    people: list[tuple[str, list[int]]]
    """Everybody by seat, and what they had at the end of each of these rounds."""


def last_rounds(index: Index, asked: StatsAsked) -> LastRounds | None:
    """The newest of the games that are meant; None if there is none, or it ended in its first round."""
    where, values = asked.games("r")
    found = index.rows(
        f"SELECT record, game, {PLAYED}, series, series_note FROM records r"
        f" WHERE {where} AND plays > 0 AND series <> ''"
        " ORDER BY last_at DESC, begun DESC, record DESC LIMIT 1",
        values,
    )
    if not found:
        return None
    record, game, at, name, note = found[0]
    rows = index.rows(
        "SELECT seat, name, rounds FROM results WHERE record = ? AND rounds IS NOT NULL ORDER BY seat", (record,)
    )
    told = [_decode(text) for _, _, text in rows]
    shared = sorted(set.intersection(*map(set, told))) if told else []
    if len(shared) < 2:
        return None
    names = [person for _, person, _ in rows]
    shown = [f"{person} ({seat})" if names.count(person) > 1 else person for seat, person, _ in rows]
    people = [(who, [values[number] for number in shared]) for who, values in zip(shown, told, strict=True)]
    return LastRounds(record, game, at[:10], name, note, shared, people)
