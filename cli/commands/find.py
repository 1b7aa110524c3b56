"""`qm find`: a person, a rule or a card, over all records."""

from typing import Annotated

import typer

from cli.terminal.options import AsJson, Db, Plain, command_app

app = command_app()


@app.command()
def find(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="A name or part of one, a rule's id, or a card.")],
    person: Annotated[bool, typer.Option("--person", help="Only people.")] = False,
    rule: Annotated[bool, typer.Option("--rule", help="Only what this rule found.")] = False,
    card: Annotated[bool, typer.Option("--card", help="Only events that name this card, place or thing.")] = False,
    game: Annotated[str | None, typer.Option(help="Only in records of this game.")] = None,
    event: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only in records whose event contains this text.")
    ] = None,
    most: Annotated[int, typer.Option("--last", "-n", min=1, metavar="N", help="At most this many.")] = 100,
    db: Db = None,
    json: AsJson = False,
    plain: Plain = False,
) -> None:
    """Find a person, a rule or a card, over all records.

    The newest records first. A person is found as a player, an official or a scribe; a rule where it was broken or
    stayed open; a card, or any other thing of a game, in the events that name it. Everything that was logged counts,
    hidden or not: this is for whoever keeps the store.
    """
    from cli.desk.index.index_find import KINDS, Sought, found_in
    from cli.terminal.indexed import indexed
    from cli.terminal.screen import Screen
    from records.errors import NotFound, Refused

    if not text.strip():
        raise Refused("there is nothing to look for", mend="give a name or part of one, a rule's id, or a card")
    screen = Screen(as_json=json, plain=plain)
    chosen = tuple(kind for kind, wanted in zip(KINDS, (person, rule, card), strict=True) if wanted) or KINDS
    sought = Sought(text, chosen, game, event, most)
    with indexed(db) as found:
        hits, every = found.asked(lambda index: found_in(index, found.store, sought))
        unread = found.unread()
    if screen.for_people and hits:
        rows = [[hit.record, _at(hit.seq), hit.what, hit.words, hit.game, hit.occasion] for hit in hits]
        screen.table(["record", "event", "what", "words", "game", "occasion"], rows)
    for hit in hits if not screen.for_people else ():
        if screen.as_json:
            screen.value(hit._asdict())
        else:
            screen.cells(*hit)
    if every is None or every > len(hits):
        of = f" of {every:,}" if every is not None else ""
        screen.words(f"only the last {most}{of} are shown: --last N shows more")
    if unread is not None:
        raise unread
    if not hits and "rule" in chosen and _is_rule(text):
        where = "in these records" if game or event else "in any record of the store"
        raise NotFound(f"{text.upper()} was not broken {where}, and did not stay open", mend="`qm rules GAME` says it")
    if not hits:
        raise NotFound(f"nothing in the store is called {text!r}", mend="a card is written as the record has it")


def _is_rule(text: str) -> bool:
    """Whether there is a rule with this id. Loads games, which is not needed where something was found."""
    from cli.desk.games_known import is_rule

    return is_rule(text.upper())


def _at(seq: int | None) -> str:
    return "" if seq is None else str(seq)
