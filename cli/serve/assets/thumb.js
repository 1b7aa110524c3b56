// What stands below the board: what is being said, what was said, the buttons for what comes, and the three at the bottom.

import { drawn, labelOf } from "./choosing.js";
import { button, make, small } from "./dom.js";
import { told } from "./mending.js";
import { rows } from "./rows.js";
import { same } from "./taps.js";
import { capital } from "./words.js";

// The words for something that was answered: as its question has them, or as its kind does.
function answerWords(page, { at, value }) {
  const verb = page.alphabet.verbs.find((one) => one.do === page.view.do);
  const labels = page.form.asks.filter((ask) => same(ask.at, at)).flatMap((ask) => ask.of ?? []);
  const found = labels.find(([one]) => same(one, value));
  return found ? found[1] : labelOf(page.alphabet, verb?.slots.find((slot) => slot.field === at[0])?.kind, value);
}

// A whole offer as a sentence, with what was answered.
export function sentence(page, offer, chosen = []) {
  const { by } = offer.body;
  const begun = capital(by && !offer.says.includes(page.name(by)) ? `${page.name(by)} ${offer.says}` : offer.says);
  const answers = chosen.filter((one) => !one.fixed).map((one) => answerWords(page, one));
  return answers.length ? `${begun}: ${answers.join(", ")}` : begun;
}

// The sentence that is being made, with its gap, and what is asked.
export function building(page) {
  const { view } = page;
  const offers = view.left.map((place) => page.form.offers[place]);
  const asked = view.sheet && !view.sheet.do ? make("span", { class: "ask" }, " ", capital(view.sheet.question)) : null;
  if (offers.length === 1) return [make("h2", { class: "built" }, sentence(page, offers[0], view.chosen), asked)];
  const agreed = (field) => (offers.every((one) => one.body[field] === offers[0].body[field]) ? offers[0].body[field] : undefined);
  const [by, name] = [agreed("by"), agreed("do")];
  const verb = page.alphabet.verbs.find((one) => one.do === name);
  return [make("h2", { class: "built" }, by ? `${capital(page.name(by))} ` : "", verb ? `${verb.label} ` : make("span", { class: "gap", role: "img", "aria-label": "what?" }),
    view.chosen.map((one) => make("mark", {}, answerWords({ ...page, view: { do: offers[0].body.do } }, one))), asked)];
}

export function said(page) {
  const { fresh, view } = page;
  if (page.editor || page.sheet) return [];
  if (view?.taps) return building(page);
  if (fresh?.steps?.length) return told(fresh.steps.slice(-3));
  const { waiting } = page.outbox;
  if (waiting.length) return waitingLines(page, waiting);
  const step = page.now?.steps.at(-1);
  return step ? [make("p", { class: "last-line" }, make("span", { class: "n" }, String(step.seq)), " ", step.text)] : [small("Nothing has been logged yet. Tap the board, or what happened.")];
}

// Lines that wait are never drawn on the board.
function waitingLines(page, waiting) {
  const line = (one) => make("li", {}, make("span", { class: "badge open" }, one.unwanted ? "taken back" : "waits"), make("span", { class: "grow" }, one.unwanted ? make("s", {}, one.said) : one.said),
    button("✕", () => page.outbox.takeBack(one), "icon", { "aria-label": `Take back: ${one.said}` }));
  const head = waiting.every((one) => page.isUnderWay(one)) ? null : make("p", { class: "between" }, make("b", {}, `${waiting.length} wait, safe on this phone`), make("span", { class: "tiny" }, `the board stands at line ${page.now ? page.now.size - 1 : 0}`));
  return [head, make("ul", { class: "waiting", "aria-label": "Waiting" }, waiting.slice(-3).map(line))];
}

// The buttons for what comes: as the rule has them, or every verb while the service cannot say.
export function chips(page) {
  const { view, alphabet } = page;
  if (!alphabet || page.now?.closed) return [];
  if (!view) return [make("div", { class: "chips", role: "group", "aria-label": "What happened" }, alphabet.verbs.map((verb) => button(verb.label, () => page.verb(verb.do), "choice", { "data-do": verb.do })))];
  const found = rows(view, alphabet, page.isSeen, page.opened);
  const nodes = [];
  let above = null;
  for (const row of found) {
    if (row.question && !same(above, [row.at, row.do]) && (row.about === "extra" || row.do || !view.taps)) nodes.push(make("p", { class: "label" }, heading(page, row)));
    if (row.question && !same(above, [row.at, row.do]) && row.n && (row.held.length || view.taps)) nodes.push(held(page, row));
    above = [row.at, row.do];
    if (row.buttons.length) nodes.push(rowNode(page, row));
  }
  const open = view.taps ? [] : page.form.open;
  if (open.length) nodes.push(make("div", { class: "chips", role: "group", "aria-label": "What else may come" }, open.map((name) => button(`${alphabet.verbs.find((one) => one.do === name)?.label ?? name} …`, () => page.verb(name), "choice", { "data-do": name }))));
  if (view.log) nodes.push(button(logWords(page), () => page.press({ log: true }), "btn main wide tall", { "data-touch": JSON.stringify({ log: true }) }));
  return nodes;
}

function heading(page, { question, do: name, about }) {
  const offers = page.view.left.map((place) => page.form.offers[place]).filter((one) => !name || one.body.do === name);
  const verb = page.alphabet.verbs.find((one) => one.do === name);
  const lead = about === "extra" ? "" : offers.length === 1 && (name || !page.view.taps) ? toldOf(page, offers[0]) : verb ? verb.label : "";
  return `${lead ? `${capital(lead)}. ` : ""}${capital(question)}`;
}

function rowNode(page, row) {
  const press = ({ touch }) => page.press(touch);
  const more = ({ touch }) => ({ "data-touch": JSON.stringify(touch) });
  if (row.about === "verbs") return make("div", { class: "chips", role: "group", "aria-label": "What happened" }, row.buttons.map((one) => button(one.label, () => press(one), "choice", more(one))));
  if (row.about !== "phrases") return drawn(row, press, more);
  const named = row.buttons.map((one) => ({ ...one, label: phrase(page, page.form.offers[one.touch.offer]) }));
  return drawn({ question: "What happened", buttons: named }, press, more);
}

// Whoever does it is named once: in the sentence above, or in the bar.
function toldOf(page, offer) {
  const turn = page.now?.turn ?? [];
  return turn.length === 1 && turn[0] === offer.body.by ? offer.says : sentence(page, offer);
}

function phrase(page, offer) {
  const asks = (offer.asks ?? []).some((place) => !page.form.asks[place].extra && page.form.asks[place].of?.length !== 1);
  return asks ? `${toldOf(page, offer)} …` : toldOf(page, offer);
}

function held(page, { at, n, held: values }) {
  const [least, most] = n;
  const words = most === null ? `${values.length} so far` : `${values.length} of ${least === most ? most : `${least} to ${most}`}`;
  return make("div", { class: "row picked" }, make("span", { class: "small" }, words), values.map((value) => make("span", { class: "badge" }, answerWords(page, { at, value }))),
    values.length ? button("Take back", page.tapBack, "btn small-text", { id: "r-tap-back" }) : null);
}

function logWords({ view, ...page }) {
  if (view.sheet) return view.sheet.held.length ? "That was all" : view.sheet.last ? "That comes later" : "None";
  return `Log: ${sentence({ view, ...page }, page.form.offers[view.left[0]], view.chosen)}`;
}

export function undoBig(page) {
  const step = page.fresh?.steps?.at(-1);
  if (!step || page.editor || page.sheet || page.view?.taps) return [];
  return [button(make("span", { class: "cut" }, `↶ Undo: ${step.text}`), () => page.logWhat({ say: "u" }, `Undo: ${step.text}`), "btn main wide tall", { id: "r-undo-last" })];
}

export function foot(page) {
  const last = page.outbox.waiting.findLast((one) => !one.unwanted);
  const step = page.now?.steps.at(-1);
  const first = page.editor || page.sheet || page.view?.taps ? button("✕ Start again", page.startAgain, "btn", { id: "r-again" })
    : last ? button("Take back last", () => page.outbox.takeBack(last), "btn", { id: "r-back" })
      : undoBig(page).length ? button("Replace …", page.replaceLast, "btn", { id: "r-replace-last" })
        : button("↶ Undo", () => page.logWhat({ say: "u" }, `Undo: ${step?.text ?? "the last line"}`), "btn", { id: "r-small-undo", "aria-disabled": String(!step) });
  return [first, button("Something else", () => page.somethingElse(), "btn", { id: "r-else" }),
    button("I lost track", () => page.logWhat({ event: { do: "unread", said: "the scribe lost track here" } }, "I lost track here"), "btn", { id: "r-lost" })];
}
