"""The recorder's page as files: no code inside it, nothing from elsewhere, light, and reached by scribes."""

import gzip
import re
from pathlib import Path

import pytest

from cli.serve.door.web_pages import assets
from tests.helpers.serving import API, Serving
from tests.test_serve_pages import loaded, text

MODULES = (
    "choosing",
    "editor",
    "log",
    "mending",
    "menu",
    "outbox",
    "rows",
    "sealing",
    "stories",
    "tapboard",
    "taps",
    "thumb",
    "typed",
)
KIB = 1024


def test_the_page_has_no_code_of_its_own() -> None:
    """The policy forbids it: scripts and styles are files."""
    html = text("log.html")
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", html)
    assert re.findall(r"<script.*?</script>", html) == [
        '<script type="module" src="{{assets}}/log.js"></script>',
    ]


def test_every_module_is_there_and_loaded() -> None:
    """And nothing is shipped that the page does not ask for."""
    used = loaded("log")
    assert used <= set(assets())
    assert {f"{name}.js" for name in MODULES} <= used


@pytest.mark.parametrize("name", [*(f"{module}.js" for module in MODULES), "log.css", "log.html"])
def test_nothing_names_another_host_or_writes_markup(name: str) -> None:
    """But the name of the language of pictures, which is no address."""
    told = text(name).replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://|[\"'(]//", told)
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|\.style\b", told
    )


@pytest.mark.parametrize("name", [f"{module}.js" for module in MODULES])
def test_no_module_knows_a_game(name: str) -> None:
    """Every word of a game comes from its alphabet and its offers."""
    assert not re.search(r"island|sea-or-shore|explorer|treasure|pirate|landing|\btile\b", text(name), re.IGNORECASE)


def test_the_page_is_light() -> None:
    """All that it loads before it can be used without a connection, packed as browsers ask for it."""
    names = {*loaded("log"), "log.html"}
    assert sum(len(gzip.compress(assets()[name], 9)) for name in names) <= 60 * KIB


def test_a_scribe_is_led_to_it(tmp_path: Path) -> None:
    """And whoever only watches is not."""
    with Serving(tmp_path) as serving:
        record = serving.record("sea-or-shore", 3, 1, 5)
        with serving.join("scribe", record) as scribe, serving.join("spectator", record) as looker:
            assert scribe.get(f"{API}/me").json()["page"] == f"/t/{record}/log"
            assert looker.get(f"{API}/me").json()["page"] == f"/t/{record}"
            page = scribe.get(f"/t/{record}/log")
            assert page.status_code == 200
            assert "script-src 'self'" in page.headers["content-security-policy"]
            assert looker.post(f"{API}/records/{record}/read", json={"say": "7"}).status_code == 403
