"""Statistics as text."""

from cli.desk.index.index_stats import Statistics
from cli.export.stats_words import (
    chance_words,
    games_words,
    place_words,
    rounds_note,
    shown_of,
    stats_notes,
    stats_summary,
    stats_title,
)
from cli.terminal.screen import Screen


def show_statistics(screen: Screen, found: Statistics) -> None:
    """All of it, one table below the other; what is empty is left out."""
    screen.line(screen.bold(stats_title(found)))
    screen.paragraph(stats_summary(found), hang="")
    screen.paragraph(stats_notes(found), hang="")
    for table in (_people, _opponents, _order, _lengths, _rules, _rounds):
        table(screen, found)


def _people(screen: Screen, found: Statistics) -> None:
    if not found.people:
        return
    timed = any(one.seconds_a_turn is not None for one in found.people)
    rows = [
        [one.name, str(one.games), str(one.wins), _mean(one.mean_place)]
        + ([_mean(one.mean_points)] if found.game else [])
        + ([_mean(None if one.seconds_a_turn is None else one.seconds_a_turn / 60)] if timed else [])
        for one in found.people
    ]
    points, turns = (["mean points"] if found.game else []), (["minutes a turn"] if timed else [])
    screen.line()
    screen.table(["person", "games", "won", "mean place", *points, *turns], rows)
    _say_how_many(screen, len(rows), found.people_in_all, "")


def _opponents(screen: Screen, found: Statistics) -> None:
    """Whom a player was ahead of, those they played with most first."""
    if found.player is None or len(found.people) < 2:
        return
    screen.line()
    ahead = found.against.get(found.player, {})
    if not ahead:
        screen.line("opponents: too many games to show here; --csv --part opponents has them")
        return
    most_first = sorted(ahead.items(), key=lambda one: (-one[1][1], one[0]))
    rows = [[name, f"{won} of {games}"] for name, (won, games) in most_first]
    screen.table(["opponent", f"{found.player} ahead"], rows)
    _say_how_many(screen, len(found.people) - 1, found.people_in_all - 1, " --part opponents")


def _order(screen: Screen, found: Statistics) -> None:
    if not found.order:
        return
    screen.line()
    screen.table(
        ["order of play", "won"], [[place_words(one.order), f"{one.wins} of {one.games}"] for one in found.order]
    )
    if found.player is None:
        screen.paragraph(chance_words(found.order, found.total), hang="")


def _lengths(screen: Screen, found: Statistics) -> None:
    if not found.games:
        return
    timed = any(one.mean_minutes is not None for one in found.games)
    rows = [
        [one.game, str(one.games), _mean(one.mean_plays)]
        + ([_mean(one.mean_minutes), _mean(one.seconds_a_play)] if timed else [])
        for one in found.games
    ]
    screen.line()
    screen.table(["game", "games", "moves", *(["minutes", "seconds a move"] if timed else [])], rows)


def _rules(screen: Screen, found: Statistics) -> None:
    """A rule by its sentence; its id comes last."""
    if not found.rules:
        return
    screen.line()
    screen.line(screen.bold(f"rules that go wrong most, in {games_words(found.total)}"))
    width = max(len(str(one.times)) for one in found.rules)
    for one in found.rules:
        whose = ", ".join(f"{name} {times}" for name, times in one.people)
        about = "; ".join(part for part in (one.game, whose, one.rule) if part)
        screen.paragraph(f"{one.times:>{width}}  {one.says} ({about})", hang=" " * (width + 2))
    _say_how_many(screen, len(found.rules), found.rules_in_all, " --part rules")


def _rounds(screen: Screen, found: Statistics) -> None:
    if found.rounds is None:
        return
    screen.line()
    screen.paragraph(f"{found.rounds.name} ({rounds_note(found.rounds)})", hang="")
    rows = [[name, *map(str, values)] for name, values in found.rounds.people]
    screen.table(["person", *map(str, found.rounds.rounds)], rows)


def _say_how_many(screen: Screen, shown: int, in_all: int, part: str) -> None:
    more = shown_of(shown, in_all, f"; --most N, or --csv{part}, shows more")
    if more:
        screen.line(more)


def _mean(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"
