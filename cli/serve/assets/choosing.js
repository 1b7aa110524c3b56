// Buttons for values, and words for them.

import { button, make } from "./dom.js";
import { choicesOf, same } from "./taps.js";
import { capital } from "./words.js";

export function labelOf(alphabet, kind, value) {
  if (value === "?") return "not seen";
  const found = choicesOf(alphabet, kind).find(([one]) => same(one, value));
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

const widthOf = (longest) => (longest <= 5 ? "five" : longest <= 8 ? "four" : longest <= 16 ? "three" : longest > 24 ? "one" : "two");

// What is left of a label behind the words of its row: `3 with a chest` is a 3, and below it a small word.
function face(short) {
  const [, first, rest] = /^(\S{1,5}) (?:with (?:an? |the )?)?(.+)$/.exec(short) ?? [null, short, ""];
  return rest ? [make("b", {}, first), make("small", {}, rest)] : [first];
}

// One row of buttons; those of a row with a title show only what the title does not say. `more` gives a button its
// attributes.
export function drawn({ title, question, buttons }, onpress, more = () => ({})) {
  const words = buttons.map((one) => one.short ?? one.label);
  const look = title ? "pack" : buttons.length === 1 && !buttons[0].look ? "faces one" : `faces ${widthOf(Math.max(0, ...buttons.map((one, place) => (one.look === "unseen" ? 0 : words[place].length))))}`;
  return make("div", { class: look, role: "group", "aria-label": title || question || null },
    title && make("span", { class: "what" }, title),
    buttons.map((one, place) => button(title ? face(words[place]) : capital(words[place]), () => onpress(one), `choice ${one.look ?? ""}`,
      { "aria-label": words[place] === one.label ? null : one.label, ...more(one) })));
}
