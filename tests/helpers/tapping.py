"""Dealt games tapped in a real browser: the rule of taps as it is shipped, and somebody who knows what happened."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from replay.form import form
from replay.form_alphabet import alphabet
from replay.game import Frame, Game
from replay.scene import PHONE
from tests.helpers.browser import Browser
from tests.helpers.tapped import Moment, facts_in, moments, offers_at, says_the_same

ROOT = Path(__file__).parents[2]
ASSETS = ROOT / "cli" / "serve" / "assets"
RULE, ROWS = ASSETS / "taps.js", ASSETS / "rows.js"
TAPPER = Path(__file__).parent / "tapper.js"
LOADER = """(async () => {
    const address = (text) => URL.createObjectURL(new Blob([text], {type: "text/javascript"}));
    const named = (text, names) => Object.entries(names).reduce((one, [name, at]) => one.replace(name, at), text);
    const rule = address(%s);
    const rows = address(named(%s, {"./taps.js": rule}));
    window.rule = await import(rule);
    window.tapper = await import(address(named(%s, {"./taps.js": rule, "./rows.js": rows})));
})()"""
BATCH = 60
"""How many events are sent to the browser at once."""


class Tapped(NamedTuple):
    """How an event was tapped."""

    do: str
    taps: int | None
    """None if it could not be."""
    facts: int
    """How many questions had to be answered at least."""
    is_same: bool
    """Whether what was tapped is what happened."""
    body: dict[str, Any]
    wanted: dict[str, Any]


def load(browser: Browser) -> None:
    """Give a page the rule of taps, the rows of buttons, and somebody who uses them."""
    browser.new_page()
    browser.value(LOADER % tuple(json.dumps(path.read_text("utf-8")) for path in (RULE, ROWS, TAPPER)))


def tap_game(
    browser: Browser, game: Game, players: int, seed: int, options: dict[str, Any] | None = None
) -> list[Tapped]:
    """Every event of a dealt game, tapped."""
    found: list[Tapped] = []
    every = list(moments(game, players, seed, options))
    for first in range(0, len(every), BATCH):
        found += _tap(browser, game, every[first : first + BATCH])
    return found


def job_of(game: Game, moment: Moment) -> dict[str, Any]:
    """What the browser is told: the form, what happened, and which offers lead there."""
    right = {
        place: facts
        for place, offer in enumerate(offers_at(game, moment))
        if (facts := facts_in(game, moment, offer)) is not None
    }
    return {
        "things": things_at(game, moment),
        "form": form(game, moment.table, moment.state, begun=moment.begun),
        "wanted": moment.body,
        "right": sorted(right, key=lambda place: right[place]),
        "facts": min(right.values(), default=0),
    }


def things_at(game: Game, moment: Moment) -> list[tuple[str, str]]:
    """Everything in the picture of a phone, and where it lies."""
    if game.scene is None:
        return []
    scene = game.scene(Frame(moment.state, None, PHONE))
    return [*((zone.id, "") for zone in scene.zones), *((piece.id, piece.at) for piece in scene.pieces)]


def _tap(browser: Browser, game: Game, some: Sequence[Moment]) -> list[Tapped]:
    jobs = [job_of(game, moment) for moment in some]
    words = msgspec.json.encode(alphabet(game, some[0].table)).decode()
    sent = msgspec.json.encode(jobs).decode()
    answers = browser.value(f"""((alphabet, jobs) => jobs.map((job) => {{
        const {{taps, body}} = tapper.tapped({{...job, alphabet}});
        return {{taps, body}};
    }}))({words}, {sent})""")
    return [_judged(game, moment, job, answer) for moment, job, answer in zip(some, jobs, answers, strict=True)]


def _judged(game: Game, moment: Moment, job: dict[str, Any], answer: dict[str, Any]) -> Tapped:
    body = answer["body"]
    good = body is not None and says_the_same(game, moment, body)
    return Tapped(moment.body["do"], answer["taps"], job["facts"], good, body or {}, moment.body)
