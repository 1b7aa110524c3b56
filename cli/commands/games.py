"""`qm games`: the games, and what each of them knows."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.terminal.options import AsJson, NoColor, Plain, command_app, complete_game

if TYPE_CHECKING:
    from cli.terminal.screen import Screen
    from replay.game import Game

app = command_app()


@app.command()
def games(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", autocompletion=complete_game, help="Show everything about one game.", show_default=False
        ),
    ] = None,
    json: AsJson = False,
    plain: Plain = False,
    no_color: NoColor = False,
) -> None:
    """List the games; of one game: its actions with their fields, variants, seats and observable paths."""
    from cli.terminal.screen import Screen
    from replay.library import game_ids, game_of

    screen = Screen(as_json=json, plain=plain, no_color=no_color)
    if game is not None:
        _one(screen, game_of(game))
        return
    known = [game_of(game_id) for game_id in game_ids()]
    if screen.as_json:
        for entry in known:
            screen.value(_brief(entry))
    elif screen.plain:
        for entry in known:
            screen.cells(entry.id, entry.title, *entry.players)
    else:
        rows = [(e.id, e.title, f"{e.players[0]}–{e.players[1]}", str(len(e.rules)), e.summary) for e in known]
        screen.table(("game", "title", "players", "rules", "what it is"), rows)


def _brief(game: "Game") -> dict[str, Any]:
    return {
        "game": game.id,
        "title": game.title,
        "version": game.version,
        "players": list(game.players),
        "seats": list(game.seats),
        "rules": len(game.rules),
        "questions": len(game.questions),
        "variants": [variant.id for variant in game.variants],
        "summary": game.summary,
    }


def _actions(game: "Game") -> list[dict[str, Any]]:
    import msgspec

    from replay.action import SHARED, name_of

    found = []
    for kind in (*game.actions, *SHARED):
        fields = [
            {"field": field.encode_name, "required": field.required}
            for field in msgspec.structs.fields(kind)
            if field.encode_name not in ("at", "said", "salt")
        ]
        found.append({"do": name_of(kind), "text": " ".join((kind.__doc__ or "").split()), "fields": fields})
    return found


def _one(screen: "Screen", game: "Game") -> None:
    import msgspec

    actions = _actions(game)
    if screen.as_json:
        variants = [msgspec.to_builtins(variant) for variant in game.variants]
        paths = [msgspec.to_builtins(path) for path in game.paths]
        screen.value({**_brief(game), "variants": variants, "actions": actions, "paths": paths})
        return
    screen.line(
        f"{screen.bold(game.title)} ({game.id}), {game.players[0]} to {game.players[1]} players: {game.summary}"
    )
    screen.line(f"seats: {', '.join(game.seats)}")
    screen.line(screen.bold("variants"))
    for variant in game.variants:
        screen.line(f"  {variant.id:<20} {variant.text}")
    if not game.variants:
        screen.line("  none")
    screen.line(screen.bold("actions (fields in brackets may be left out)"))
    for action in actions:
        fields = " ".join(f["field"] if f["required"] else f"[{f['field']}]" for f in action["fields"])
        screen.line(f"  {action['do']:<10} {fields}")
        screen.line(f"  {'':<10} {action['text']}")
    screen.line(screen.bold("paths for observe and `qm state --get`"))
    for path in game.paths:
        screen.line(f"  {path.path:<24} {path.text}")
