"""The tournament as text: the standings, and the tables of the round."""

from replay.boards import folded, headline, marked, player_table
from replay.game import Frame
from replay.games.tournament.standings import line_of_player, lines_of
from replay.games.tournament.state import Line, State, TableState
from replay.games.tournament.words import points_words


def render(frame: Frame) -> list[str]:
    """The ladder, then each table of the last round; a cell that changed has a `*`."""
    state: State = frame.state
    before: State = frame.before if frame.before is not None else state
    lines = [*folded(headline("Tournament", *_where(state)), frame.width), ""]
    lines += _ladder(state, before, frame.width)
    tables = state.tables_of(state.round)
    if tables:
        told = [_table(state, before, name, one) for name, one in tables]
        lines += ["", f"Round {state.round}", *(line for text in told for line in folded(text, frame.width))]
    out = state.rounds[state.round].out if state.round in state.rounds else ()
    if out:
        lines += folded(f"out {', '.join(state.name(player) for player in out)}", frame.width)
    return [line.rstrip() for line in lines]


def _where(state: State) -> tuple[str, ...]:
    if not state.is_set_up:
        return ("the format is not said yet",)
    rounds = f"round {state.round} of {state.format.rounds}" if state.round else f"{state.format.rounds} rounds"
    missing = sum(not one.is_done for one in state.tables.values())
    left = "over" if state.phase == "over" else f"{missing} {'table' if missing == 1 else 'tables'} to come"
    return rounds, left if state.round else f"{len(state.players)} players"


def _ladder(state: State, before: State, width: int) -> list[str]:
    if not lines_of(state):
        return ["Nobody has entered yet."]
    rounds = sorted({one.round for one in state.tables.values()})
    head = ["player", "points", "wins", *(f"r{number}" for number in rounds), "remark"]
    rows = []
    for line in lines_of(state):
        old = line_of_player(before, line.player)
        new_row, old_row = _row(state, line, rounds), _row(before, old, rounds) if old is not None else None
        rows.append([marked(new, was) for new, was in zip(new_row, old_row or new_row, strict=True)])
    if not any(row[-1] for row in rows):
        head, rows = head[:-1], [row[:-1] for row in rows]
    may_fold = [len(head) - 1 - place for place in range(len(head) - 2)]
    return player_table(head, rows, width, may_fold=may_fold)


def _row(state: State, line: Line, rounds: list[int]) -> list[str]:
    entrant = state.players[line.player]
    scoring = state.format.scoring
    remark = "disqualified" if entrant.out else "dropped" if not entrant.is_in else ""
    return [
        f"{line.place:>3} {entrant.name}",
        points_words(line.points, scoring),
        points_words(line.wins),
        *(_cell(state, line, number) for number in rounds),
        remark,
    ]


def _cell(state: State, line: Line, round: int) -> str:
    """What a round brought: `1 5.00`, `·` while its table plays, `out` for a round sat out."""
    here = next((one for one in line.tables if state.tables[one.table].round == round), None)
    if here is not None:
        return f"{here.place} {points_words(here.points, state.format.scoring)}"
    made = state.rounds.get(round)
    if made is not None and line.player in made.out:
        return "out"
    return "·" if any(line.player in one.players for _, one in state.tables_of(round)) else ""


def _table(state: State, before: State, name: str, table: TableState) -> str:
    old = before.tables.get(name, table)
    return f"{name} {table.game} {marked(_order(state, table), _order(state, old))}"


def _order(state: State, table: TableState) -> str:
    if table.places is None:
        return ", ".join(state.name(player) for player in table.players)
    order = sorted(table.places.items(), key=lambda item: (item[1], item[0]))
    told = ", ".join(f"{place} {state.name(player)}" for player, place in order)
    return f"{told} ({table.how})" if table.how != "record" else told
