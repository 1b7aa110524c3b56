// The recorder: the picture is what is tapped, and what was tapped is on the device before anything is drawn.

import { whoAsks } from "./asking.js";
import { button, find, make, put } from "./dom.js";
import { Editor } from "./editor.js";
import { Live } from "./live.js";
import { menu } from "./menu.js";
import { grip, replacing } from "./mending.js";
import { Outbox } from "./outbox.js";
import { Picture } from "./picture.js";
import { ask, tell } from "./send.js";
import { age, conflictSheet, penSheet, waitingSheet, wholeStory } from "./stories.js";
import { TapBoard } from "./tapboard.js";
import { choicesOf, look, same, start, tap } from "./taps.js";
import { chips, foot, said, sentence, undoBig } from "./thumb.js";
import { typedLine } from "./typed.js";
import { capital, counted, who } from "./words.js";

const record = decodeURIComponent(location.pathname.split("/")[2]);
const SOON = 1500;
const ASKED = 15500;
const picture = new Picture(find("#r-scene"));

const page = {
  record, now: null, form: null, alphabet: null, taps: null, trail: [], view: null, opened: null, editor: null, onbody: null, sheet: null, fresh: null, live: "lost", over: false, formTimer: 0,
  path: (rest) => `/records/${encodeURIComponent(record)}${rest}`,
  name: (seat) => page.alphabet?.seats.find(([one]) => one === seat)?.[1] ?? seat,
  isSeen: (id) => board.things().has(id),
  isUnderWay: (entry) => page.live === "live" && !page.outbox.stopped && !entry.unwanted && Date.now() - entry.tapped < SOON,
  wrote: (answer) => page.outbox.wrote(answer, page.now.size),
  startAgain, somethingElse, verb, press, tapBack, replaceLast, logEvent, logWhat, pen, type, draw, openSheet, notice, gone,
};

// What may come is only known for the table as the service has it: while lines wait, the alphabet takes its place.
const isUpToDate = () => page.alphabet && page.taps && page.now && page.form.size === page.now.size && !page.outbox.waiting.length && page.live === "live";

// Sent a moment ago: the answer is about to come, so nothing on the page jumps meanwhile.
const isUnderWay = () => page.outbox.waiting.length > 0 && page.outbox.waiting.every(page.isUnderWay);

function reset() {
  Object.assign(page, { editor: null, onbody: null, sheet: null, opened: null, trail: [], taps: page.form && page.alphabet ? start(page.form, page.alphabet) : null });
}

function startAgain() { reset(); draw(); }

// `nodes` are the parts of a sheet, or what makes them anew whenever something changed.
function openSheet(nodes) { page.editor = null; page.sheet = nodes; draw(); }

function somethingElse(body = {}, onbody = null) {
  const { by, ...rest } = body;
  reset();
  Object.assign(page, { fresh: null, onbody, editor: new Editor(page, by && !rest.do ? { by } : body) });
  draw();
}

function verb(name) { somethingElse(); page.editor.choose(name); draw(); }

function replaceLast() {
  const step = page.now.steps.at(-1);
  somethingElse(step.by ? { by: step.by } : {}, replacing(page, step.seq));
}

async function logEvent(body, words) {
  const then = page.onbody;
  if (!then) { await logWhat({ event: body }, words); return; }
  Object.assign(page, { onbody: null, editor: null });
  await then(body, words);
}

// A second tap before the first is stored means nothing.
async function logWhat(what, words) {
  if (page.putting || !page.now) return;
  page.putting = true;
  document.body.dataset.putting = "";
  let entry;
  try {
    entry = await page.outbox.put(what, words, page.now.size);
    document.body.dataset.key = entry.key;
  } catch {
    notice("unkept", `This device could not keep the line, so it was not logged: ${words}. Free some space, or use another device.`);
    return;
  } finally {
    page.putting = false;
    delete document.body.dataset.putting;
  }
  reset();
  page.fresh = { waiting: entry };
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(20);
  draw();
}

// One tap: of a button, or of a thing. What fits nothing changes nothing.
function press(touch) {
  if (touch.open) { page.opened = { at: touch.open, group: touch.group }; draw(); return true; }
  if (!isUpToDate()) return false;
  const next = tap(page.taps, touch);
  if (next.missed) return false;
  const before = look(page.taps);
  Object.assign(page, { trail: [...page.trail, page.taps], taps: next, fresh: null, sheet: null });
  const view = look(next);
  if (!same(view.sheet?.at, before.sheet?.at) && !same(page.opened?.at, view.sheet?.at)) page.opened = null;
  if (view.body) { page.view = seen(view); logEvent(view.body, sentence(page, page.form.offers[view.left[0]], view.chosen)); } else draw();
  return true;
}

function tapBack() { page.taps = page.trail.pop() ?? page.taps; draw(); }

function tapThing(ids) {
  if (page.editor) { page.editor.tapThing(ids); draw(); return; }
  if (press({ values: ids }) || page.view?.taps || !page.alphabet || isUnderWay()) return;
  somethingElse();
  page.editor.tapThing(ids);
  draw();
}

const board = new TapBoard(find("#r-scene"), tapThing);

// What the rule shows, and the verb that all that are left have in common.
function seen(view) { return { ...view, do: page.form.offers[view.left[0]]?.body.do }; }

function state() {
  const { outbox, now } = page;
  const waiting = outbox.waiting.length, refused = outbox.refused.length, waits = waiting === 1 ? "waits" : "wait";
  const look_ = outbox.stopped ? "wait" : page.live !== "live" || refused || (waiting && !isUnderWay()) ? "off" : "";
  const words = outbox.stopped ? `${waiting} ${waits} for you` : waiting ? `${waiting} ${waits} · ${age(outbox.waiting[0].tapped)}` : refused ? `${refused} not taken` : page.live !== "live" ? "no connection" : `${(now?.size ?? 1) - 1} saved`;
  const pill = find("#r-state");
  pill.className = `pill ${look_}`;
  put(pill, make("span", { class: `dot ${look_}`, "aria-hidden": "true" }), words);
}

const notices = new Map();
function notice(key, ...nodes) {
  if (nodes.length) notices.set(key, make("div", { class: `strip ${key}` }, nodes)); else notices.delete(key);
  refresh(find("#r-notice"), [...notices.values()]);
}

function heads() {
  const { now } = page;
  if (!now) return;
  const first = now.players.find((one) => one.seat === now.turn[0]);
  refresh(find("#r-turn"), now.closed ? ["The game is over"] : now.turn.length === 1 && first ? [who(first)] : [now.turn.length ? `${counted(now.turn.length, "player")} to act` : now.title]);
  const held = now.pen;
  put(find("#r-place"), `${now.closed || now.turn.length ? `${now.title} · ` : ""}${held ? (held.mine ? "your pen" : `${held.device} has the pen`) : "nobody has the pen"}`);
  document.title = `${find("#r-turn").textContent} · ${now.title}`;
  refresh(find("#r-lines"), now.steps.slice(-4, -1).map((one) => make("li", {}, make("span", { class: "n" }, String(one.seq)), make("span", {}, one.text), one.findings?.some((each) => each.answer === "broken") ? make("span", { class: "mark" }, "✗") : null)));
  if (held?.mine && held.asked_by) notice("pen", make("p", {}, `“${held.asked_by}” asks for the pen. It goes over in 15 seconds if you say nothing.`), make("div", { class: "row" }, button("Keep the pen", () => pen("keep"), "btn", { id: "r-keep-pen" }), button("Hand the pen over", () => pen("give"), "btn", { id: "r-give-pen" })));
  else if (held && !held.mine) notice("pen", make("p", {}, held.asked_by ? `“${held.device}” was asked for the pen, and has 15 seconds to keep it.` : `“${held.device}” has the pen.`), held.asked_by ? null : button("Ask for the pen", () => pen("take"), "btn", { id: "r-take-pen" }));
  else notice("pen");
  document.body.classList.toggle("stale", page.live === "lost" || (page.outbox.waiting.length > 0 && !isUnderWay()));
  if (page.live === "lost") notice("lost", `No connection. The board shows line ${now.size - 1}; go on logging, it is kept on this device.`); else notice("lost");
  if (now.damaged) notice("damaged", `The record is damaged and can only be read. ${now.damaged}`);
}

// What is the same stays: a finger may be on it, or the keyboard.
function refresh(node, children) {
  const fresh = node.cloneNode(false);
  fresh.append(...children.flat().filter(Boolean));
  if (!fresh.isEqualNode(node)) node.replaceChildren(...fresh.childNodes);
}

function draw() {
  if (!page.outbox.store || page.over || !page.now) return; // what comes next can only be said of a table that was seen
  page.view = isUpToDate() ? seen(look(page.taps)) : null;
  const { view, editor } = page;
  const sheet = find("#r-sheet");
  const busy = document.activeElement;
  const had = find("#r-thumb").contains(busy);
  const nodes = (typeof page.sheet === "function" ? page.sheet() : page.sheet) ?? (editor ? editor.nodes(draw) : null);
  board.mark(new Set(editor ? editorIds() : view && !nodes ? view.ids : []), new Set((view?.chosen ?? []).map((one) => one.value)));
  sheet.hidden = !nodes;
  // What somebody types into stays as it is.
  if (nodes !== page.shown && !(nodes && sheet.contains(busy) && busy.value)) { refresh(sheet, nodes ?? []); page.shown = nodes; }
  // Where a place is asked for, the board stays in sight.
  const onBoard = page.alphabet?.kinds[editor?.slot(editor.open)?.kind]?.on === "scene";
  document.body.classList.toggle("with-sheet-up", Boolean(nodes) && !onBoard);
  document.body.classList.toggle("asking", Boolean(!nodes && view?.taps && view.sheet && !view.sheet.scene));
  refresh(find("#r-said"), said(page));
  refresh(find("#r-undo"), undoBig(page));
  find("#r-chips").setAttribute("aria-busy", String(isUnderWay()));
  if (nodes || !isUnderWay()) refresh(find("#r-chips"), nodes ? [] : chips(page));
  refresh(find("#r-foot"), foot(page));
  if (had && !busy.isConnected) find("#r-sheet:not([hidden]) button:not(.icon), #r-chips button, #r-foot button")?.focus({ preventScroll: true });
  state();
  heads();
}

function editorIds() {
  const { editor, alphabet } = page;
  const slot = editor.slot(editor.open);
  const values = slot ? choicesOf(alphabet, slot.key && editor.key === null ? slot.key : slot.kind) : [];
  return values.map(([value]) => value).filter((value) => typeof value === "string");
}

function take(form) {
  if (!form || (page.form && form.size <= page.form.size)) return;
  const begun = page.taps?.taps;
  page.form = form;
  Object.assign(page, { trail: [], opened: null, taps: page.alphabet ? start(form, page.alphabet) : null });
  notice("moved");
  if (begun) notice("moved", "Somebody else logged a line meanwhile. Start again.");
}

// What may come next, if no answer has told it: somebody else logged a line.
function wantForm() {
  clearTimeout(page.formTimer);
  page.formTimer = setTimeout(async () => {
    if (page.now.closed || page.outbox.waiting.length || page.form?.size === page.now.size) return;
    try { const now = await ask(page.path("/now?form=true")); take(now.form); page.now.pen = now.pen; draw(); } catch { /* the stream says when there is a connection again */ }
  }, 120);
}

async function pen(what) {
  try { page.now.pen = (await tell(page.path("/pen"), { do: what })).pen; notice("pen-trouble"); } catch (problem) { notice("pen-trouble", problem.words); }
  penMoved();
  draw();
}

// A pen that was asked for goes over in silence. Lines that waited for it go on as soon as it is here.
function penMoved() {
  const held = page.now?.pen;
  clearTimeout(page.penTimer);
  if (held?.asked_by) page.penTimer = setTimeout(async () => { await hear.pen(); draw(); }, ASKED);
  if (held?.mine && page.outbox.stopped?.state === "pen") page.outbox.insist(false);
}

function type(line = "") { reset(); find("#r-typed").hidden = false; draw(); find("#r-line").value = line; find("#r-line").focus(); }

async function learn() {
  try {
    const found = await ask(page.path("/alphabet"));
    if (same(found, page.alphabet)) return;
    page.alphabet = found;
    await page.outbox.keep("alphabet", found);
  } catch (problem) {
    if (!page.alphabet) notice("alphabet", problem.words);
  }
  reset();
  draw();
}

function gone(words) {
  live.end();
  page.over = true;
  picture.clear();
  for (const name of ["thumb", "stage", "lines", "more"]) find(`#r-${name}`).hidden = true;
  const waits = page.outbox.waiting.length;
  put(find("#r-notice"), make("section", { class: "panel stack" }, make("p", {}, words), waits ? make("p", {}, `${counted(waits, "line")} still wait on this device. They are sent once the link is opened here again.`) : null, make("a", { class: "btn", href: "/j" }, "Open a link")));
}

// What the page goes on from when it is opened again before the service has said anything.
const keepNow = () => page.outbox.keep("now", { ...page.now, picture: null, form: null });

const hear = {
  now(now) {
    page.now = now;
    if (now.picture) picture.show(now.picture);
    find("#r-stage").hidden = !now.picture;
    take(now.form);
    penMoved();
    keepNow();
    wantForm();
  },
  step(heard) {
    const { now } = page;
    if (!now || heard.size <= now.size) return;
    Object.assign(now, { size: heard.size, next: heard.next, counts: heard.counts ?? {}, turn: heard.turn ?? [], steps: [...now.steps, heard.step].slice(-8) });
    if (heard.picture) picture.show(heard.picture, true);
    if (heard.form) take(heard.form);
    keepNow();
    wantForm();
  },
  async pen() { try { page.now.pen = (await ask(page.path("/now"))).pen; penMoved(); } catch { return; } },
  async notice(told) { (await import("./notices.js")).show(page, told); },
  ended({ why }) { gone(`${capital(why)}. Nothing more is shown here.`); },
  refused(problem) { gone(problem.words); },
  state(now) { page.live = now; if (now === "live") page.outbox.now(); },
};

const live = new Live(record, { picture: matchMedia("(min-width: 900px)").matches ? "wide" : "phone", form: true }, async (name, heard) => {
  await hear[name]?.(heard);
  if (name === "now") page.live = "live";
  draw();
});

const tell_ = {
  stored(answer) {
    page.fresh = { steps: answer.steps };
    if (page.now) page.now.pen ??= { device: "this one", mine: true };
    take(answer.form);
    wantForm();
  },
  late([entry]) { openSheet([grip("It was stored already", page), make("p", {}, `${entry.said} was stored before it was taken back. If it did not happen, undo it.`)]); },
  conflict(entry) { openSheet(() => conflictSheet(page, entry)); wholeStory(page, entry); },
  pen(entry) {
    if (page.now) page.now.pen = { ...entry.pen, mine: false };
    openSheet(() => penSheet(page, entry));
  },
  refused() { openSheet(() => waitingSheet(page)); },
};
page.outbox = new Outbox(record, (name, ...given) => { tell_[name]?.(...given); draw(); });

menu(page);
find("#r-state").addEventListener("click", () => {
  const { stopped } = page.outbox;
  openSheet(() => (stopped?.state === "conflict" ? conflictSheet(page, stopped) : stopped ? penSheet(page, stopped) : waitingSheet(page)));
});
addEventListener("keydown", (event) => {
  const typing = ["INPUT", "TEXTAREA"].includes(document.activeElement?.tagName);
  if (event.key === "Escape") { find("#r-typed").hidden = true; startAgain(); }
  else if (event.key === "/" && !typing) { event.preventDefault(); type(); }
  else if (event.key === "z" && (event.ctrlKey || event.metaKey) && !typing) {
    event.preventDefault();
    if (page.view?.taps) tapBack(); else (find("#r-undo-last") ?? find("#r-back, #r-small-undo"))?.click();
  }
});

typedLine(page);
whoAsks(notice, "They would log beside you.", () => page.over);
await page.outbox.open();
if (await page.outbox.kept("left")) document.body.classList.add("left");
page.now ??= await page.outbox.kept("now");
page.alphabet = await page.outbox.kept("alphabet");
draw();
live.open();
await learn();
setInterval(() => { if (page.outbox.waiting.length) { state(); if (!isUnderWay()) draw(); } }, 1000);
