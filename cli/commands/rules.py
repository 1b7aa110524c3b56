"""`qm rules`: the rules of a game, with where they stand."""

from typing import Annotated

import typer

from cli.terminal.options import AsJson, GameId, NoColor, Plain, command_app

app = command_app()


@app.command()
def rules(
    game: GameId,
    rule: Annotated[
        str | None,
        typer.Argument(metavar="[ID]", help="One rule, or all whose id begins like this.", show_default=False),
    ] = None,
    json: AsJson = False,
    plain: Plain = False,
    no_color: NoColor = False,
) -> None:
    """List the rules of a game: id, sentence, and where each stands in the rulebook.

    Checks judge what happened; derived rules are what the program works out by itself.
    """
    from cli.terminal.screen import Screen
    from records.errors import NotFound
    from replay.engine_rules import ENGINE_RULES
    from replay.library import game_of

    screen = Screen(as_json=json, plain=plain, no_color=no_color)
    known = (*game_of(game).rules, *ENGINE_RULES)
    wanted = rule.upper() if rule is not None else ""
    found = [item for item in known if item.id == wanted] or [item for item in known if item.id.startswith(wanted)]
    if not found:
        raise NotFound(f"{game} has no rule {rule!r}", mend=f"see `qm rules {game}`")
    for item in found:
        questions = item.rests_on or item.questions
        if screen.as_json:
            import msgspec

            cite = msgspec.to_builtins(item.cite)
            screen.value({"id": item.id, "kind": item.kind, "text": item.text, "cite": cite, "rests_on": questions})
        elif screen.plain:
            screen.cells(item.id, item.kind, item.text, item.cite, ",".join(questions))
        else:
            screen.line(
                f"{screen.bold(item.id.ljust(12))} {item.text}  [{item.cite}]"
                + (" (derived)" if item.kind == "derived" else "")
            )
            if questions:
                screen.line(f"{'':12} rests on {', '.join(questions)}")
