// Buttons for the values of a kind, and the sheet that asks one question after the other.

import { button, make } from "./dom.js";
import { text } from "./narrow.js";
import { capital } from "./words.js";

const MANY = 60;
const ROW = 13;

export const choicesOf = (kind) => {
  if (kind?.choices) return kind.choices;
  if (kind?.from === undefined || kind.from === null) return [];
  return Array.from({ length: Math.min(kind.to, kind.from + MANY) - kind.from + 1 }, (_, place) => [kind.from + place, String(kind.from + place)]);
};

export function labelOf(alphabet, kind, value) {
  if (value === "?") return "not seen";
  const found = choicesOf(alphabet?.kinds[kind]).find(([one]) => text(one) === text(value));
  if (found) return found[1];
  if (Array.isArray(value)) return value.map((one) => labelOf(alphabet, kind, one)).join(", ") || "none";
  return value === null ? "nothing" : typeof value === "object" ? Object.values(value).join(" ") : String(value).replaceAll("-", " ");
}

const plain = (words) => {
  const typed = words.trim();
  if (/^-?\d{1,15}$/.test(typed) || ["true", "false", "null"].includes(typed) || /^[[{]/.test(typed)) {
    try { return JSON.parse(typed); } catch { return typed; }
  }
  return typed;
};

// A field for what no button says.
export function typing(words, onvalue) {
  const input = make("input", { class: "field grow", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-label": words, placeholder: words });
  return make("form", { class: "row one", onsubmit: (event) => { event.preventDefault(); const typed = input.value; input.value = ""; if (typed.trim()) onvalue(plain(typed)); } }, input, make("button", { class: "btn" }, "Put in"));
}

const groupOf = ([, label, group]) => group || String(label).split(/[ -]/)[0];

// All answers to a question. Where there are too many for a screen, their groups come first.
export function answers(list, onpick, { group = null, ongroup = null, unseen = null, pressed = [] } = {}) {
  const first = unseen ? [button("? not seen", unseen, "choice unseen", { "data-value": text("?") })] : [];
  if (list.length > MANY && group === null) {
    const groups = [...new Set(list.map(groupOf))];
    if (groups.length > 1) return make("div", { class: "faces", role: "group" }, first, groups.map((name) => button(capital(name), () => ongroup(name), "choice", { "data-group": name })));
  }
  const shown = group === null ? list : list.filter((one) => groupOf(one) === group);
  const short = (label) => (group !== null && String(label).startsWith(`${group} `) ? label.slice(group.length + 1) : label);
  const longest = Math.max(0, ...shown.map(([, label]) => String(short(label)).length));
  const look = shown.length > ROW - 1 && longest <= 3 ? "faces seven" : longest <= 5 ? "faces five" : longest > 24 ? "faces two" : "faces";
  return make("div", { class: look, role: "group" }, first, shown.map(([value, label]) =>
    button(short(label), () => onpick(value), "choice", { "data-value": text(value), "aria-pressed": pressed.includes(text(value)) ? "true" : null })));
}

// One question of an offer; when there is none left, `ondone`.
export function askSheet(page, asking, draw) {
  const { ask } = asking;
  const kind = page.alphabet.kinds[ask.kind];
  const list = ask.of ?? choicesOf(kind);
  const after = () => { asking.group = null; draw(); };
  const keepGroup = () => { if (asking.ask === ask) draw(); else after(); };
  const pick = (value) => { asking.answer(value); keepGroup(); };
  const nodes = [make("div", { class: "grip" }, make("h2", {}, make("span", { class: "built" }, page.sentence(asking.offer)), " ", make("span", { class: "ask" }, capital(ask.question))),
    button("✕", () => page.startAgain(), "icon", { "aria-label": "Start again" }))];
  if (ask.n) nodes.push(picked(page, ask, asking, draw));
  nodes.push(answers(list, pick, { group: asking.group ?? null, ongroup: (name) => { asking.group = name; draw(); }, unseen: ask.unseen === "none" ? null : () => { asking.unseen(); keepGroup(); } }));
  if (!list.length) nodes.push(typing(ask.question, pick));
  const ways = [];
  if (asking.group) ways.push(button("Other groups", after, "btn", { id: "r-groups" }));
  if (asking.enough) ways.push(button(asking.values.length ? "That was all" : "None", () => { asking.all(); after(); }, "btn main", { id: "r-all" }));
  if (ask.last) ways.push(button("That comes later", () => { asking.rest(); after(); }, "btn"));
  for (const extra of asking.extras()) ways.push(button(`+ ${capital(extra.question)}`, () => { asking.add(extra); draw(); }, "btn small-text", { "data-extra": text(extra.at), "data-usual": extra.usual === undefined ? null : text(extra.usual) }));
  ways.push(button("More to say", () => page.somethingElse(asking.body), "btn", { id: "r-add" }));
  nodes.push(make("div", { class: "row" }, ways));
  return nodes;
}

function picked(page, ask, asking, draw) {
  const [least, most] = ask.n;
  const words = most === null ? `${asking.values.length} so far` : `${asking.values.length} of ${least === most ? most : `${least} to ${most}`}`;
  return make("div", { class: "row picked" }, make("span", { class: "small" }, words), asking.values.map((value) => make("span", { class: "badge" }, labelOf(page.alphabet, ask.kind, value))),
    asking.values.length ? button("Take back", () => { asking.takeBack(); draw(); }, "btn small-text") : null);
}
