// The recorder: the picture is what is tapped, and what was tapped is on the device before anything is drawn.

import { askSheet, labelOf } from "./choosing.js";
import { button, find, make, put, small } from "./dom.js";
import { Editor } from "./editor.js";
import { Live } from "./live.js";
import { Asking, same, Taps, text, tidy } from "./narrow.js";
import { Outbox } from "./outbox.js";
import { Picture } from "./picture.js";
import { ask, leave, tell } from "./send.js";
import { age, conflictSheet, ladderSheet, penSheet, told, unreadSheet, waitingSheet, weighed } from "./stories.js";
import { TapBoard } from "./tapboard.js";
import { typedLine } from "./typed.js";
import { capital, counted, who } from "./words.js";

const record = decodeURIComponent(location.pathname.split("/")[2]);
const SOON = 1500;
const picture = new Picture(find("#r-scene"));

const page = {
  record, now: null, form: null, alphabet: null, taps: null, asking: null, editor: null, onbody: null, sheet: null, fresh: null, live: "lost", over: false, formTimer: 0,
  path: (rest) => `/records/${encodeURIComponent(record)}${rest}`,
  name: (seat) => page.alphabet?.seats.find(([one]) => one === seat)?.[1] ?? seat,
  startAgain, closeSheet, somethingElse, logEvent, logWhat, pen, type, exportApart, sentence, draw,
};

// What may come is only known for the table as the service has it: while lines wait, the alphabet takes its place.
const upToDate = () => page.alphabet && page.form && page.now && page.form.size === page.now.size && !page.outbox.waiting.length && page.live === "live";

// Sent a moment ago: the answer is about to come, so nothing on the page jumps meanwhile.
const underWay = () => page.live === "live" && page.outbox.waiting.length > 0 && !page.outbox.stopped && page.outbox.waiting.every((one) => Date.now() - one.tapped < SOON);

function sentence(offer) {
  const by = offer.body.by;
  return capital(by && !offer.says.includes(page.name(by)) ? `${page.name(by)} ${offer.says}` : offer.says);
}

function startAgain() { Object.assign(page, { asking: null, editor: null, onbody: null, sheet: null }); page.taps?.reset(); draw(); }

function closeSheet() { page.sheet = null; startAgain(); }

function openSheet(nodes) { Object.assign(page, { asking: null, editor: null }); page.sheet = nodes; draw(); }

function somethingElse(body = {}, onbody = null) {
  const { by, ...rest } = body;
  Object.assign(page, { asking: null, sheet: null, fresh: null, onbody, editor: new Editor(page, by && !rest.do ? { by } : body) });
  draw();
}

async function logEvent(body, said) {
  if (page.onbody) { const then = page.onbody; page.onbody = null; page.editor = null; await then(body, said); return; }
  await logWhat({ event: body }, said);
}

// A second tap before the first is stored means nothing.
async function logWhat(what, said) {
  if (page.putting) return;
  page.putting = true;
  document.body.dataset.putting = "";
  let entry;
  try {
    entry = await page.outbox.put(what, said, page.now?.size ?? 1);
    document.body.dataset.key = entry.key;
  } catch {
    notice("unkept", `This device could not keep the line, so it was not logged: ${said}. Free some space, or use another device.`);
    return;
  } finally {
    page.putting = false;
    delete document.body.dataset.putting;
  }
  Object.assign(page, { asking: null, editor: null, onbody: null, sheet: null, fresh: { waiting: entry } });
  page.taps?.reset();
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(20);
  draw();
}

function afterTap() {
  const { taps } = page;
  page.fresh = null;
  const offer = taps.one;
  if (offer?.open) { taps.reset(); somethingElse(offer.body); return; }
  if (offer) page.asking = new Asking(offer, page.form);
  carryOn();
}

function carryOn() {
  if (page.asking?.done) { logEvent(tidy(page.alphabet, page.asking.body), sentence(page.asking.offer)); return; }
  draw();
}

function tapThing(ids) {
  if (page.editor) { page.editor.tapThing(ids); draw(); return; }
  if (page.asking) {
    const { ask: asked } = page.asking;
    const list = asked.of ?? page.alphabet.kinds[asked.kind]?.choices ?? [];
    const found = list.find(([value]) => ids.some((id) => same(id, value)));
    if (found) { page.asking.answer(found[0]); carryOn(); }
    return;
  }
  page.sheet = null;
  if (upToDate() && page.taps.tapThing(ids)) { afterTap(); return; }
  if (page.taps?.begun || !page.alphabet || underWay()) return;
  somethingElse();
  page.editor.tapThing(ids);
}

const board = new TapBoard(find("#r-scene"), tapThing);

function fieldLabel(field, value) {
  if (value === null) return `without ${field}`;
  if (field === "do") return page.alphabet.verbs.find((verb) => verb.do === value)?.label ?? value;
  if (field === "by") return page.name(value);
  for (const one of page.taps.left) {
    const slot = page.alphabet.verbs.find((verb) => verb.do === one.offer.body.do)?.slots.find((each) => each.field === field);
    if (slot) return labelOf(page.alphabet, slot.kind, value);
  }
  return value === true ? field : String(value);
}

function chips() {
  if (!page.alphabet || page.now?.closed) return [];
  if (!upToDate()) return page.alphabet.verbs.map((verb) => button(verb.label, () => { somethingElse(); page.editor.choose(verb.do); draw(); }, "choice", { "data-do": verb.do }));
  const { taps } = page;
  const asked = taps.question();
  if (asked.offers) return asked.offers.map((offer) => button(sentence(offer), () => { if (upToDate() && taps.tapOffer(offer)) afterTap(); }, "choice read", { "data-body": text(offer.body) }));
  const verb = taps.begun || asked.field === "do" ? null : taps.agreed().do;
  return [verb && make("span", { class: "label lead" }, `${capital(fieldLabel("do", verb))} …`), ...asked.values.map((value) => button(capital(fieldLabel(asked.field, value)), () => { if (upToDate() && taps.tapValue(asked.field, value)) afterTap(); }, "choice", { "data-field": asked.field, "data-value": text(value) }))];
}

function foot() {
  const { outbox, now } = page;
  const busy = page.asking || page.editor || page.sheet || page.taps?.begun;
  const last = outbox.waiting[outbox.waiting.length - 1];
  const step = now?.steps[now.steps.length - 1];
  const first = busy ? button("Start again", startAgain, "btn", { id: "r-again" })
    : last ? button("Take back last", () => outbox.takeBack(last).then(draw), "btn", { id: "r-back" })
      : undoBig().length ? button("Replace …", () => replaceLast(step), "btn", { id: "r-replace-last" })
      : button("Undo", () => logWhat({ say: "u" }, `Undo: ${step?.text ?? "the last line"}`), "btn", { id: "r-small-undo", "aria-disabled": String(!step) });
  return [first, button("Something else", () => somethingElse(), "btn", { id: "r-else" }), button("I lost track", () => logWhat({ event: { do: "unread", said: "the scribe lost track here" } }, "I lost track here"), "btn", { id: "r-lost" })];
}

const replaceLast = (step) => somethingElse(step.by ? { by: step.by } : {}, (body, words) => weighed(page, { event: { do: "amend", target: step.seq, action: body } }, `Line ${step.seq} was: ${words}`, openSheet));

function undoBig() {
  const { fresh } = page;
  if (!fresh?.steps?.length || page.asking || page.editor || page.sheet) return [];
  const [step] = fresh.steps.slice(-1);
  return [button(make("span", { class: "cut" }, `Undo: ${step.text}`), () => logWhat({ say: "u" }, `Undo: ${step.text}`), "btn main wide tall", { id: "r-undo-last" })];
}

function said() {
  const { fresh, taps } = page;
  if (page.asking || page.editor || page.sheet) return [];
  if (taps?.begun) {
    const agreed = taps.agreed();
    const words = [agreed.by ? page.name(agreed.by) : "", agreed.do ? fieldLabel("do", agreed.do) : ""].filter(Boolean).join(" ");
    return [make("p", { class: "built" }, capital(words), " ", make("span", { class: "gap", "aria-label": "what else?" }))];
  }
  if (fresh?.steps?.length) return told(fresh.steps);
  if (fresh?.said) return [make("p", { class: "said" }, fresh.said)];
  const waiting = page.outbox.waiting;
  if (waiting.length) return [make("ul", { class: "waiting", "aria-label": "Waiting" }, waiting.slice(-3).map((one) => make("li", {}, make("span", { class: "badge open" }, "waits"), make("span", {}, one.said))))];
  const step = page.now?.steps[page.now.steps.length - 1];
  return step ? [make("p", { class: "last-line" }, make("span", { class: "n" }, String(step.seq)), " ", step.text)] : [small("Nothing has been logged yet. Tap the board, or what happened.")];
}

function state() {
  const { outbox, now } = page;
  const waiting = outbox.waiting.length, refused = outbox.refused.length;
  const bad = page.live !== "live" || refused || outbox.stopped || (waiting && !underWay());
  const words = outbox.stopped ? `${waiting} wait for you` : waiting ? `${waiting} waiting · ${age(outbox.waiting[0].tapped)}` : refused ? `${refused} not taken` : page.live !== "live" ? "no connection" : `${(now?.size ?? 1) - 1} saved`;
  const pill = find("#r-state");
  pill.className = `pill ${bad ? "off" : ""}`;
  put(pill, make("span", { class: `dot ${bad ? "off" : ""}`, "aria-hidden": "true" }), words);
}

const notices = new Map();
function notice(key, ...nodes) {
  if (nodes.length) notices.set(key, make("div", { class: `strip ${key}` }, nodes)); else notices.delete(key);
  put(find("#r-notice"), ...notices.values());
}
page.notice = notice;

function heads() {
  const { now } = page;
  if (!now) return;
  const first = now.players.find((one) => one.seat === now.turn[0]);
  put(find("#r-turn"), ...(now.closed ? ["The game is over"] : now.turn.length === 1 && first ? [who(first)] : [now.turn.length ? `${counted(now.turn.length, "player")} to act` : now.title]));
  const pen = now.pen ? (now.pen.mine ? "your pen" : `${now.pen.device} has the pen`) : "nobody has the pen";
  put(find("#r-place"), `${now.title} · ${pen}`);
  document.title = `${find("#r-turn").textContent} · ${now.title}`;
  put(find("#r-lines"), ...now.steps.slice(-4, -1).map((one) => make("li", {}, make("span", { class: "n" }, String(one.seq)), make("span", {}, one.text), one.findings?.some((each) => each.answer === "broken") ? make("span", { class: "mark" }, "✗") : null)));
  const held = now.pen;
  if (held?.mine && held.asked_by) notice("pen", make("p", {}, `“${held.asked_by}” asks for the pen. It goes over in 15 seconds if you say nothing.`), make("div", { class: "row" }, button("Keep the pen", () => pen_("keep"), "btn"), button("Hand the pen over", () => pen_("give"), "btn")));
  else if (held && !held.mine) notice("pen", make("p", {}, `“${held.device}” has the pen.`), button("Ask for the pen", () => pen_("take"), "btn"));
  else notice("pen");
  const stale = page.live === "lost" || (page.outbox.waiting.length > 0 && !underWay());
  document.body.classList.toggle("stale", stale);
  if (page.live === "lost") notice("lost", `No connection. The board shows line ${now.size - 1}; go on logging, it is kept on this device.`); else notice("lost");
  if (now.damaged) notice("damaged", `The record is damaged and can only be read. ${now.damaged}`);
}
const pen_ = (what) => pen(what);

function draw() {
  if (!page.outbox.store) return;
  const { taps } = page;
  const ready = upToDate() && !page.editor && !page.sheet;
  const ids = page.asking ? new Set((page.asking.ask?.of ?? page.alphabet.kinds[page.asking.ask?.kind]?.choices ?? []).map(([value]) => value).filter((value) => typeof value === "string")) : page.editor ? editorIds() : ready ? taps.ids() : new Set();
  board.mark(ids, new Set((taps?.chosen ?? []).flatMap((one) => one.ids?.slice(0, 1) ?? [])));
  const sheet = find("#r-sheet");
  const nodes = page.sheet ?? (page.editor ? page.editor.nodes(draw) : page.asking?.ask ? askSheet(page, page.asking, carryOn) : null);
  const scrolled = sheet.scrollTop;
  sheet.hidden = !nodes;
  const typing = nodes && sheet.contains(document.activeElement) && document.activeElement.value;
  if (!typing) put(sheet, ...(nodes ?? []));
  sheet.scrollTop = scrolled;
  sheet.dataset.at = page.asking?.ask && !page.sheet && !page.editor ? text(page.asking.ask.at) : "";
  document.body.classList.toggle("with-editor", Boolean(nodes));
  put(find("#r-said"), ...said());
  put(find("#r-undo"), ...undoBig());
  find("#r-chips").setAttribute("aria-busy", String(underWay()));
  if (nodes || !underWay()) put(find("#r-chips"), ...(nodes ? [] : chips()));
  find("#r-chips").classList.toggle("readings", Boolean(taps?.begun));
  put(find("#r-foot"), ...foot());
  state();
  heads();
}

function editorIds() {
  const { editor } = page;
  const slot = editor.slot(editor.open);
  const kind = slot && page.alphabet.kinds[slot.key && editor.key === null ? slot.key : slot.kind];
  return new Set((kind?.choices ?? []).map(([value]) => value).filter((value) => typeof value === "string"));
}

function take(form) {
  if (!form || (page.form && form.size <= page.form.size)) return;
  page.form = form;
  notice("moved");
  if (page.asking || page.taps?.begun) notice("moved", "Somebody else logged a line meanwhile. Start again.");
  page.asking = null;
  page.taps = new Taps(form, page.alphabet);
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
  draw();
}

function type(line = "") { find("#r-typed").hidden = false; find("#r-line").value = line; find("#r-line").focus(); }

function exportApart(entries) {
  const lines = entries.map((one) => JSON.stringify(one.event ?? { do: "unread", said: one.say })).join("\n");
  const link = make("a", { href: URL.createObjectURL(new Blob([`${lines}\n`], { type: "application/x-ndjson" })), download: `${record}-apart.jsonl` });
  document.body.append(link);
  link.click();
  link.remove();
}

async function learn() {
  page.alphabet ??= await page.outbox.kept("alphabet");
  try {
    const found = await ask(page.path("/alphabet"));
    if (same(found, page.alphabet)) return;
    page.alphabet = found;
    await page.outbox.keep("alphabet", found);
  } catch (problem) {
    if (!page.alphabet) notice("alphabet", problem.words);
  }
  if (page.form) page.taps = new Taps(page.form, page.alphabet);
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

const hear = {
  now(now) {
    page.now = now;
    if (now.picture) picture.show(now.picture);
    find("#r-stage").hidden = !now.picture;
    take(now.form);
    const shown = { ...now, picture: null, form: null };
    page.outbox.keep("now", shown);
    wantForm();
  },
  step(heard) {
    const { now } = page;
    if (!now || heard.size <= now.size) return;
    Object.assign(now, { size: heard.size, next: heard.next, counts: heard.counts ?? {}, turn: heard.turn ?? [], steps: [...now.steps, heard.step].slice(-8) });
    if (heard.picture) picture.show(heard.picture, true);
    if (heard.form) take(heard.form);
    wantForm();
  },
  async pen() { try { page.now.pen = (await ask(page.path("/now"))).pen; } catch { return; } },
  ended({ why }) { gone(`${capital(why)}. Nothing more is shown here.`); },
  refused(problem) { gone(problem.words); },
  state(now) { page.live = now; if (now === "live") page.outbox.now(); },
};

const live = new Live(record, { picture: matchMedia("(min-width: 900px)").matches ? "wide" : "phone", form: true }, async (name, heard) => {
  await hear[name]?.(heard);
  if (name === "now") page.live = "live";
  if (!page.over) draw();
});

page.outbox = new Outbox(record, (name, given, entry) => {
  if (name === "stored") {
    page.fresh = { steps: given.steps, said: entry.said };
    take(given.form);
    wantForm();
  }
  if (name === "conflict") openSheet(conflictSheet(page, given, draw));
  if (name === "pen") openSheet(penSheet(page, given));
  if (name === "refused") openSheet(waitingSheet(page, showWaiting));
  if (!page.over) draw();
});

const showWaiting = () => openSheet(waitingSheet(page, showWaiting));

function showMenu() {
  const close = (action) => () => { find("#r-menu").hidden = true; find("#r-more").setAttribute("aria-expanded", "false"); action(); };
  const line = (words, action) => button(words, close(action), "bare");
  const left = document.body.classList.contains("left");
  put(find("#r-menu"), line("Undo or mend an earlier line", () => ladderSheet(page, openSheet)), line("Lines to mend", () => unreadSheet(page, openSheet)), line("Type a line", () => type()),
    page.now?.pen?.mine ? line("Hand the pen over", () => pen("give")) : line("Ask for the pen", () => pen("take")),
    line(left ? "Buttons for the right hand" : "Buttons for the left hand", () => { document.body.classList.toggle("left"); page.outbox.keep("left", !left); }),
    line("Keep the screen on", keepAwake), make("a", { href: `/t/${record}` }, "The board without buttons"), make("a", { href: "/privacy" }, "What is kept, and for how long"),
    line("Leave: close the link on this device", async () => { try { await leave(); gone("The link is closed on this device."); } catch (problem) { notice("left", problem.words); } }));
}

async function keepAwake() {
  try { await navigator.wakeLock.request("screen"); notice("awake", "The screen stays on while this page is shown."); } catch { notice("awake", "This browser does not let a page keep the screen on here. Set the screen's time-out to never in the settings of the phone."); }
}

find("#r-more").addEventListener("click", () => {
  const menu = find("#r-menu");
  showMenu();
  menu.hidden = !menu.hidden;
  find("#r-more").setAttribute("aria-expanded", String(!menu.hidden));
});
find("#r-state").addEventListener("click", () => {
  const stopped = page.outbox.stopped;
  openSheet(stopped?.state === "conflict" ? conflictSheet(page, stopped, draw) : stopped ? penSheet(page, stopped) : waitingSheet(page, showWaiting));
});
addEventListener("keydown", (event) => {
  const typing = ["INPUT", "TEXTAREA"].includes(document.activeElement?.tagName);
  if (event.key === "Escape") { find("#r-typed").hidden = true; startAgain(); }
  else if (event.key === "/" && !typing) { event.preventDefault(); type(); }
  else if (event.key === "z" && (event.ctrlKey || event.metaKey) && !typing) { event.preventDefault(); (find("#r-undo-last") ?? find("#r-back, #r-small-undo"))?.click(); }
});

typedLine(page, openSheet);
await page.outbox.open();
if (await page.outbox.kept("left")) document.body.classList.add("left");
page.now ??= await page.outbox.kept("now");
page.alphabet = await page.outbox.kept("alphabet");
draw();
live.open();
await learn();
setInterval(() => { if (page.outbox.waiting.length) draw(); }, 1000);
