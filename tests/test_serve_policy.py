"""Every page in a real browser with its policy as a report only: whatever breaks it would be told, and nothing is.

Passkeys are tried here as well: with the authenticator that Chromium itself can play.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cli.serve.door.web_app import PAGES
from tests.helpers.browser import Browser
from tests.helpers.serving import API, Serving
from tests.test_serve_browser import press, wait

pytestmark = pytest.mark.slow
POLICY = b"content-security-policy"
REPORTS = "/reports"
OFFICIALS = [{"name": "Kim", "level": "head"}]


class ReportOnly:
    """The application, with every policy made one that forbids nothing and tells what it would forbid."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.reports: list[str] = []
        self.seen: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("path") == REPORTS:
            self.reports.append(await self._body(receive))
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body"})
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                policy = headers["content-security-policy"]
                del headers["content-security-policy"]
                headers["content-security-policy-report-only"] = f"{policy}; report-uri {REPORTS}"
                self.seen.add(scope["path"])
            await send(message)

        await self._app(scope, receive, sent if scope["type"] == "http" else send)

    @staticmethod
    async def _body(receive: Receive) -> str:
        parts: list[bytes] = []
        more = True
        while more:
            message = await receive()
            parts.append(message.get("body", b""))
            more = message.get("more_body", False)
        return b"".join(parts).decode()


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    """A browser that knows nothing yet."""
    found = Browser(tmp_path / "browser")
    found.new_page()
    yield found
    found.close()


def opened(browser: Browser, serving: Serving, token: str, goes: str) -> None:
    """Open a link, and go where it leads."""
    browser.open(f"{serving.origin}/j#{token}")
    press(browser, goes)
    wait(browser, "location.pathname !== '/j'")


def through_the_desk(browser: Browser, serving: Serving, record: str) -> None:
    """Every view of the desk, with what they open."""
    statistics = ("stats", "stats/game%3Dloot-island")
    for place in ("tables", f"t/{record}", "disputes", f"links/{record}", "new", *statistics, "visits"):
        browser.open(f"{serving.origin}/desk#{place}")
        wait(browser, "document.querySelector('main').innerText.length > 40")
    browser.open(f"{serving.origin}/desk#links/{record}")
    press(browser, "New link for a scribe")
    wait(browser, "!!document.querySelector('.link svg')")


def test_no_page_does_what_its_policy_forbids(browser: Browser, tmp_path: Path) -> None:
    with Serving(tmp_path) as serving:
        outer = serving.server.config.loaded_app = ReportOnly(serving.server.config.loaded_app)
        record = serving.record("lost-island", 3, 2, 60, officials=OFFICIALS)
        closed = serving.record("loot-island", 3, 2)
        with serving.join("seat", record, seat="red") as red:
            claim = {"key": "k", "expect": 61, "events": [{"do": "dispute", "about": 40, "claim": "not so"}]}
            assert red.post(f"{API}/records/{record}/events", json=claim).status_code == 200
        for path in ("/", "/privacy", "/j", "/j#nothing"):
            browser.open(serving.origin + path)
            wait(browser, "document.querySelector('main').innerText.length > 20")
        opened(browser, serving, serving.token("spectator", record), "Go to the table")
        for wanted in ("", "?wall"):
            browser.open(f"{serving.origin}/t/{record}{wanted}")
            wait(browser, "document.querySelector('#t-scene')?.children.length > 5")
        wait(browser, "document.querySelector('#t-pass img')?.naturalWidth > 0")
        browser.open(f"{serving.origin}/hall/{record}")
        wait(browser, "document.querySelector('main').innerText.length > 20")
        opened(browser, serving, serving.token("seat", record, seat="purple"), "Go to the table")
        press(browser, "Something is wrong")
        press(browser, "Sign")
        opened(browser, serving, serving.token("scribe", record), "Go to the table")
        wait(browser, "location.pathname.endsWith('/log')")
        wait(browser, "document.querySelectorAll('svg.scene > *').length > 5")
        opened(browser, serving, serving.token("scribe", closed), "Go to the table")
        browser.open(f"{serving.origin}/t/{closed}/replay")
        wait(browser, "document.querySelector('#stage svg')?.children.length > 5")
        browser.press("ArrowRight")
        opened(browser, serving, serving.token("desk"), "Go to the desk")
        through_the_desk(browser, serving, record)
        browser.open(f"{serving.origin}/desk#d/{record}/61")
        wait(browser, "document.querySelector('main.view-d')?.innerText.includes('not so')")
        assert outer.reports == []
        shown = {path.replace("{id}", record) for path in PAGES} | {f"/t/{closed}/replay"}
        assert shown <= outer.seen, "every page was looked at"
        browser.value("document.body.setAttribute('onclick', 'alert(1)')")
        for _ in range(100):
            if not outer.reports:
                browser.value("new Promise(done => setTimeout(done, 50))")
        assert "script-src" in json.loads(outer.reports[0])["csp-report"]["violated-directive"], "it would have told"


def test_an_official_uses_a_passkey_in_a_browser(browser: Browser, tmp_path: Path) -> None:
    """Under the policy of the pages, at localhost, which counts as a name."""
    with Serving(tmp_path) as serving:
        record = serving.record("sea-or-shore", 2, 1, 20, officials=OFFICIALS)
        browser.call("WebAuthn.enable")
        kind = {"protocol": "ctap2", "transport": "internal", "hasUserVerification": True, "isUserVerified": True}
        browser.call("WebAuthn.addVirtualAuthenticator", options={**kind, "automaticPresenceSimulation": True})
        link = f"http://localhost:{serving.settings.port}/j#{serving.token('official', record, name='Kim')}"
        browser.open(link)
        press(browser, "Go to the desk")
        press(browser, "Protect it with a passkey")
        wait(browser, "location.pathname === '/desk'")
        browser.value("fetch('/api/v1/me', { method: 'DELETE' })")
        browser.open(link)
        press(browser, "Go to the desk")
        press(browser, "Use the passkey")
        wait(browser, "location.pathname === '/desk'")
        with serving.client() as thief:
            answer = thief.post(f"{API}/join", json={"token": link.partition("#")[2]})
            assert (answer.status_code, answer.json()["type"]) == (403, "/problems/passkey")
