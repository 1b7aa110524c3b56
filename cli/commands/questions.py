"""`qm questions`: what a rulebook leaves open, and what is taken as agreed."""

from typing import TYPE_CHECKING

from cli.terminal.options import AsJson, GameId, NoColor, Plain, command_app

if TYPE_CHECKING:
    from replay.game import Question

app = command_app()


@app.command()
def questions(game: GameId, json: AsJson = False, plain: Plain = False, no_color: NoColor = False) -> None:
    """List the open questions of a game, their answers (the default first), and its variants.

    Agree on an answer before play: qm new … --reading SS-Q7=may
    """
    import msgspec

    from cli.terminal.screen import Screen
    from replay.library import game_of

    screen = Screen(as_json=json, plain=plain, no_color=no_color)
    found = game_of(game)
    for question in found.questions:
        rests = [rule.id for rule in found.rules if question.id in (*rule.rests_on, *rule.questions)]
        if screen.as_json:
            screen.value({**msgspec.to_builtins(question), "default": question.default, "rest_on_it": rests})
        elif screen.plain:
            screen.cells(question.id, question.text, *question.answers)
        else:
            answers = ", ".join(
                f"{answer} (default)" if answer == question.default else answer for answer in question.answers
            )
            screen.line(f"{screen.bold(question.id.ljust(8))} {question.text}")
            screen.line(f"{'':8} {answers}")
            for answer, means in question.means.items():
                screen.paragraph(f"{answer}: {means}", " " * 9)
            rules = dict.fromkeys((*rests, *question.bears_on))
            if rules:
                screen.paragraph(f"these rules rest on it: {', '.join(rules)}", " " * 9)
            if scope := _scope(question):
                screen.line(f"{'':8} {scope}")
            if not question.honoured:
                screen.line(f"{'':8} with another answer these rules stay open")
    for variant in found.variants:
        if screen.as_json:
            screen.value({"variant": variant.id, "text": variant.text, "excludes": list(variant.excludes)})
        elif screen.plain:
            screen.cells(variant.id, variant.text)
        else:
            screen.line(f"variant {screen.bold(variant.id)}: {variant.text}")


def _scope(question: "Question") -> str:
    """When it can come up, where that is not always."""
    numbers = " or ".join(map(str, question.players))
    words = [f"with {numbers} players" if numbers else "", f"in variant {question.variant}" if question.variant else ""]
    found = " ".join(word for word in words if word)
    return f"comes up only {found}" if found else ""
