"""The recorder meets nobody's story but its own: lines that cross on their way, and answers that say nothing."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.serve.door.web_pages import version
from tests.helpers.browser import Browser
from tests.helpers.recorder import Recorder
from tests.helpers.serving import Serving

pytestmark = pytest.mark.slow
STILL = """(real => {
  const turned = setTimeout;
  globalThis.setTimeout = (work, time = 0, ...more) => turned(work, time === 25000 ? 1e9 : time, ...more);
  globalThis.fetch = async (...asked) => {
    const answer = await real(...asked);
    if (!String(asked[0]).includes('/live?')) return answer;
    const told = answer.body.getReader();
    const first = await told.read();
    return new Response(new ReadableStream({ start(line) { line.enqueue(first.value); } }), answer);
  };
})(fetch)"""
"""The stream shows the table once and says nothing more; the page does not tire of waiting for it."""
UNCLEAR = """(real => {
  const wait = setTimeout;
  globalThis.setTimeout = (work, time = 0, ...more) => wait(work, time / 20, ...more);
  globalThis.fetch = async (...asked) => {
    if (!String(asked[0]).endsWith('/events') || globalThis.answered) return real(...asked);
    globalThis.answered = true;
    return %s;
  };
})(fetch)"""
CUT = "new ReadableStream({ pull(line) { line.error(new TypeError('cut')); } })"
ANSWERS = {
    "a refusal that is cut": f"new Response({CUT}, {{status: 409}})",
    "the page of a hotel": "new Response('<h1>Welcome</h1>', {status: 403})",
    "another service": 'new Response(\'{"error": "no route"}\', {status: 404})',
}
CROSSING = """(async (record, assets) => {
  const {Outbox} = await import(assets + "/outbox.js");
  const gates = {};
  const gate = (name) => { const one = new Promise((open) => { gates[name] = open; }); return one; };
  const real = fetch, answered = gate("answer");
  globalThis.fetch = async (...asked) => { const answer = await real(...asked); await answered; return answer; };
  const box = globalThis.box = new Outbox(record, () => {});
  await box.open();
  await box.put({say: "xyzzy"}, "xyzzy", %d);
  const write = box.change.bind(box), written = gate("written");
  box.change = async (...given) => {
    box.change = write;
    const done = await write(...given);
    await written;
    return done;
  };
  const putting = box.put({event: {do: "note", text: "after it"}}, "after it", %d);
  gates.answer();
  while (!box.refused.length) await new Promise((done) => setTimeout(done, 5));
  gates.written();
  await putting;
  while (box.waiting.length && !box.stopped) await new Promise((done) => setTimeout(done, 5));
  return [box.waiting.length, box.refused.length];
})(%s, %s)"""
"""A line is refused while the next one is being written to the device."""


UNANSWERED = """(async (record, size, assets) => {
  const wait = setTimeout, real = fetch;
  globalThis.setTimeout = (work, time = 0, ...more) => wait(work, time / 50, ...more);
  let calls = 0;
  globalThis.fetch = async (path, asked) => {
    const answer = await real(path, asked);
    return calls++ ? answer : new Promise((_, broken) => asked.signal?.addEventListener("abort", broken));
  };
  const {send} = await import(assets + "/send.js");
  const body = {events: [{do: "dispute", by: "p1", about: 6, kind: "other", claim: "not so"}]};
  const late = new Promise((done) => wait(done, 5000, {first: "never"}));
  return [(await Promise.race([send(`/records/${record}/events`, body, {expect: size}), late])).first, calls];
})(%s, %d, %s)"""
"""A claim is stored, and its answer never comes."""


@pytest.fixture
def recorder(tmp_path: Path, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Recorder]:
    """A page with a record of six lines."""
    if before := getattr(request, "param", None):
        browser.call("Page.addScriptToEvaluateOnNewDocument", source=before)
    with Serving(tmp_path) as serving:
        yield Recorder(browser, serving, serving.record("sea-or-shore", 3, 1, 6))


def lost_track(recorder: Recorder) -> None:
    recorder.tap("document.querySelector('#r-lost')")


def last_things(recorder: Recorder, number: int) -> list[str]:
    return [event.do for event in recorder.serving.store.load(recorder.record).events[-number:]]


@pytest.mark.parametrize("recorder", [STILL], indirect=True, ids=["still"])
def test_the_next_line_comes_after_my_own_though_the_stream_has_not_told_of_it(recorder: Recorder) -> None:
    """What the answer to my own line said counts as much as what the stream says."""
    for _ in range(3):
        lost_track(recorder)
        recorder.wait("!/wait/.test(document.querySelector('#r-state').innerText)")
    assert recorder.browser.value("document.querySelector('#r-after')") is None
    assert last_things(recorder, 4)[1:] == ["unread"] * 3


@pytest.mark.parametrize("recorder", [STILL], indirect=True, ids=["still"])
def test_a_seal_of_my_own_is_not_another_story(recorder: Recorder) -> None:
    """It is not sent by the outbox, which hears of it all the same."""
    browser = recorder.browser
    recorder.tap("document.querySelector('#r-more')")
    recorder.tap("[...document.querySelectorAll('#r-menu button')].find(one => one.innerText.startsWith('Seal'))")
    for field, text in (("what", "my plan"), ("value", "go north")):
        browser.value(f"document.querySelector('#r-seal-{field}').focus()")
        browser.call("Input.insertText", text=text)
    recorder.tap("document.querySelector('#r-seal')")
    recorder.wait("document.querySelector('#r-notice').innerText.includes('is sealed')")
    lost_track(recorder)
    recorder.wait("!/ s$/.test(document.querySelector('#r-state').innerText)")
    assert "for you" not in browser.text("#r-state")
    assert last_things(recorder, 2) == ["seal", "unread"]


@pytest.mark.parametrize("answer", ANSWERS)
def test_what_is_no_answer_of_the_service_refuses_nothing(recorder: Recorder, answer: str) -> None:
    """The line waits until the service itself has said something."""
    recorder.browser.value(UNCLEAR % ANSWERS[answer])
    lost_track(recorder)
    recorder.wait("/saved|not taken|for you/.test(document.querySelector('#r-state').innerText) && globalThis.answered")
    recorder.wait("document.querySelector('#r-state').innerText === '7 saved'")
    assert last_things(recorder, 1) == ["unread"]


def test_a_line_that_is_refused_does_not_move_the_one_that_is_being_tapped(recorder: Recorder) -> None:
    browser, size = recorder.browser, recorder.size
    browser.open(f"{recorder.serving.origin}/privacy")
    told = (size, size, json.dumps(recorder.record), json.dumps(f"/assets/{version()}"))
    assert browser.value(CROSSING % told) == [0, 1]
    assert last_things(recorder, 1) == ["note"]


def test_a_claim_without_an_answer_is_asked_for_again(recorder: Recorder) -> None:
    """Claims, seals and signatures wait no longer than lines do; with the same key nothing is stored twice."""
    browser, size = recorder.browser, recorder.size
    browser.open(f"{recorder.serving.origin}/privacy")
    told = (json.dumps(recorder.record), size, json.dumps(f"/assets/{version()}"))
    assert browser.value(UNANSWERED % told) == [size, 2]
    assert (recorder.size, last_things(recorder, 1)) == (size + 1, ["dispute"])


def test_a_mistake_in_the_page_does_not_stop_the_outbox(recorder: Recorder) -> None:
    """Whatever breaks after a line was stored, those behind it are sent."""
    browser, size = recorder.browser, recorder.size
    browser.open(f"{recorder.serving.origin}/privacy")
    script = """(async (record, size, assets) => {
      const wait = setTimeout;
      globalThis.setTimeout = (work, time = 0, ...more) => wait(work, time / 50, ...more);
      const {Outbox} = await import(assets + "/outbox.js");
      let broken = 0;
      const box = new Outbox(record, (name) => { if (name === "stored" && !broken++) throw new Error("a mistake"); });
      addEventListener("unhandledrejection", (event) => event.preventDefault());
      await box.open();
      for (const text of ["one", "two"]) await box.put({event: {do: "note", text}, alone: true}, text, size);
      const begun = performance.now();
      while (box.waiting.length && performance.now() - begun < 5000) await new Promise((done) => wait(done, 5));
      return [box.waiting.length, broken > 0];
    })(%s, %d, %s)"""
    told = (json.dumps(recorder.record), size, json.dumps(f"/assets/{version()}"))
    assert browser.value(script % told) == [0, True]
    assert last_things(recorder, 2) == ["note", "note"]
