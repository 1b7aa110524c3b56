"""The pages of a table as files: no code inside them, nothing from elsewhere, small, and every part there."""

import re
from pathlib import Path

import pytest
from starlette.requests import Request

from cli.export.assets import asset, without_spaces
from cli.serve.door.web_pages import assets, modules_of, packed, shell
from tests.helpers.serving import API, Serving

PAGES = ("start", "join", "board", "hall", "privacy")
MODULES = (
    *("after", "board", "dom", "hall", "join", "live", "notices", "passing", "passkey", "photos", "picture"),
    *("privacy", "scribe", "seat", "secrets", "send", "sign", "windows", "words"),
)
IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*"\./([a-z]+\.js)\"""")
KIB = 1024
EXTRAS = {"photos.js", "after.js", "windows.js", "notices.js"}
"""They come with photos, after the end, where a table agreed on times for claims, and when the desk says something."""


def text(name: str) -> str:
    """A file of the pages."""
    return assets()[name].decode()


def loaded(page: str) -> set[str]:
    """Everything of ours that a page may load, with what its modules import, sooner or later."""
    found = set(re.findall(r"\{\{assets\}\}/([\w.-]+)", text(f"{page}.html")))
    waiting = list(found)
    while waiting:
        name = waiting.pop()
        for other in IMPORT.findall(text(name)) if name.endswith(".js") else ():
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_no_code_of_its_own(page: str) -> None:
    """The policy forbids it: scripts and styles are files."""
    html = text(f"{page}.html")
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", html)
    assert all("src=" in tag and tag.endswith("></script>") for tag in re.findall(r"<script.*?</script>", html))


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_asks_for_is_there(page: str) -> None:
    """And every module that a module imports."""
    assert loaded(page) <= set(assets())


def test_every_module_is_loaded_by_some_page() -> None:
    """Nothing is shipped that nobody asks for."""
    used = set().union(*(loaded(page) for page in PAGES))
    assert {f"{name}.js" for name in MODULES} <= used


@pytest.mark.parametrize(
    "name", [*(f"{page}.html" for page in PAGES), *(f"{module}.js" for module in MODULES), "serve.css"]
)
def test_nothing_names_another_host(name: str) -> None:
    """But the name of the language of pictures, which is no address."""
    told = text(name).replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://|[\"'(]//", told)
    assert "@import" not in told


@pytest.mark.parametrize("name", [f"{module}.js" for module in MODULES])
def test_what_people_wrote_never_becomes_markup(name: str) -> None:
    """One module reads markup: the picture, which the service drew."""
    told = text(name)
    assert name == "picture.js" or "innerHTML" not in told
    assert not re.search(r"outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|\.style\b", told)


@pytest.mark.parametrize("sheet", ["serve.css", "desk.css", "log.css", "hall.css"])
def test_a_page_gives_no_looks_to_the_parts_of_a_picture(sheet: str) -> None:
    """A word that a picture uses for one of its parts is not also the whole name of something on the page."""
    drawn = {
        word
        for picture in Path("fixtures").glob("*/*.svg")
        for words in re.findall(r'class="([^"]+)"', picture.read_text())
        for word in words.split()
    }
    assert {"landing", "zone", "turn"} <= drawn
    rules = re.sub(r"/\*.*?\*/", "", text(sheet), flags=re.DOTALL)
    named = {name.strip() for names in re.findall(r"([^{}]+)\{", rules) for name in names.split(",")}
    assert not {f".{word}" for word in drawn} & named


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_light(page: str) -> None:
    """What one page of a table loads in any role, before anything packs it; without what only pictures need."""
    names = ({f"{page}.html"} | loaded(page)) - EXTRAS
    roles = ({"seat.js", "sign.js", "secrets.js"}, {"scribe.js"})  # nobody is both
    heaviest = max(sum(len(assets()[name]) for name in names - role) for role in roles)
    assert "style.css" not in names
    assert heaviest - _of_pictures() <= 60 * KIB


def _of_pictures() -> int:
    """The size of the style of scenes and of the script that draws them."""
    sections = re.split(r"(?m)^(?=/\* -{10} )", asset("style.css"))
    scenes = [text for text in sections if re.match(r"/\* -{10} \d+\. (scene parts|states|motion)", text)]
    assert len(scenes) == 3
    return sum(len(without_spaces(text)) for text in scenes) + len(assets()["picture.js"])


def test_a_page_names_all_modules_that_it_needs_at_once(tmp_path: Path) -> None:
    """Else a browser learns of them one after the other, which takes a phone several ways there and back."""
    at_once = re.compile(r"""(?m)^(?:im|ex)port .*"\./([a-z_]+\.js)";$""")
    needed = {"board.js", *modules_of("board.js")}
    assert {"dom.js", "live.js", "picture.js"} < needed and "seat.js" not in needed
    assert {other for name in needed for other in at_once.findall(text(name))} <= needed
    with Serving(tmp_path) as serving, serving.client() as phone:
        page = phone.get("/t/anything").text
    assert set(re.findall(r'<link rel="modulepreload" href="/assets/\w+/([a-z_.]+)">', page)) == needed - {"board.js"}


def test_files_are_packed_for_browsers_that_unpack(tmp_path: Path) -> None:
    """And plain for others; whoever keeps them in between is told that there are two kinds."""
    with Serving(tmp_path) as serving, serving.client() as phone:
        path = re.findall(r'"(/assets/[^"]+board.js)"', phone.get("/t/anything").text)[0]
        sizes = {}
        for wanted in ("gzip, deflate, br", "identity", "gzip;q=0, br", "x-gzip"):
            answer = phone.get(path, headers={"Accept-Encoding": wanted})
            assert answer.content == assets()["board.js"]
            assert answer.headers["vary"] == "Accept-Encoding"
            sizes[wanted] = answer.headers.get("content-encoding"), int(answer.headers["content-length"])
        assert sizes.pop("gzip, deflate, br") == ("gzip", len(packed(assets()["board.js"])))
        assert set(sizes.values()) == {(None, len(assets()["board.js"]))}
        assert phone.get("/privacy").headers["content-encoding"] == "gzip"


def test_whoever_mistypes_an_address_is_led_to_a_page(tmp_path: Path) -> None:
    """A program is told in JSON, as by every call."""
    with Serving(tmp_path) as serving, serving.client() as phone:
        page = phone.get("/dsek", headers={"Accept": "text/html,*/*;q=0.8"})
        assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert "There is nothing at this address." in page.text and "Open your link." in page.text
        assert "There is nothing at this address." not in phone.get("/").text
        for path, accepted in (("/dsek", "*/*"), (f"{API}/dsek", "text/html")):
            told = phone.get(path, headers={"Accept": accepted})
            assert (told.status_code, told.json()["type"]) == (404, "/problems/not-found")


@pytest.mark.parametrize("name", [f"{module}.js" for module in MODULES])
def test_no_text_in_a_script_goes_over_several_lines(name: str) -> None:
    """Spaces at the beginning of a line are not sent."""
    assert all(line.count("`") % 2 == 0 for line in text(name).splitlines())


def test_pages_are_filled_in(tmp_path: Path) -> None:
    """Addresses of files, symbols, and who answers for the data; their words are text."""
    with Serving(tmp_path, controller="Club <b>") as serving:
        for page in PAGES:
            plain = Request({"type": "http", "headers": []})
            html = bytes(shell(page, serving.service, plain).body).decode()
            assert "{{" not in html
        with serving.client() as phone:
            privacy = phone.get("/privacy")
            assert "Club &lt;b&gt;" in privacy.text
            assert privacy.headers["content-security-policy"].startswith("default-src 'none'")
            assert '<symbol id="' in phone.get("/t/anything").text


def test_a_table_says_whose_turn_it_is(tmp_path: Path) -> None:
    """By seat, so that a name with a colon in it does no harm."""
    with Serving(tmp_path) as serving:
        record = serving.record("loot-island", 3, 1, 40)
        with serving.join("spectator", record) as phone:
            assert phone.get(f"{API}/records/{record}/now").json()["turn"] == ["white"]


@pytest.mark.parametrize("page", ["join", "board"])
def test_the_pages_of_a_table_are_small(page: str) -> None:
    """All that a phone loads before it shows a table, pictures left out, for a browser that does not unpack."""
    script = re.search(r"/([a-z_]+\.js)\"></script>", assets()[f"{page}.html"].decode())
    assert script is not None
    needed = {script[1], *modules_of(script[1]), "table.css", "serve.css"}
    assert sum(len(assets()[name]) for name in needed) <= 60_000
