// What pages say, and small parts that several of them show.

import { make } from "./dom.js";

// Lines that are not play: a claim is hardly ever about one of them.
export const PROCEDURE = ["dispute", "evidence", "settle", "withdraw", "ruling", "appeal", "final", "reopen", "sign", "seal", "reveal", "close"];

const LETTERS = { red: "R", blue: "B", green: "G", purple: "P", violet: "V", orange: "O", turquoise: "T", white: "W", yellow: "Y", black: "K", natural: "N" };

// A sentence begins with a capital, but a place such as c3 stays what it is.
export const capital = (text) => (/^[a-z]+\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1));

export const counted = (number, one, more = `${one}s`) => `${number} ${number === 1 ? one : more}`;

// Somebody at the table: the letter of their colour, if their seat is one, and their name.
export function who({ seat, name }) {
  const letter = LETTERS[seat];
  return make("span", { class: "who" }, letter && make("span", { class: `letter c-${seat}`, "aria-hidden": "true" }, letter), make("span", { class: "name" }, name));
}

export const colourOf = (seat) => (LETTERS[seat] ? `c-${seat}` : "c-grey");

export function delayWords(delay) {
  if (delay === "round") return "shown after each round";
  if (delay === "end") return "shown after the end";
  const seconds = Number(delay);
  if (!seconds) return "";
  return seconds % 60 ? `${counted(seconds, "second")} late` : `${counted(seconds / 60, "minute")} late`;
}

export function findingsWords({ broken = 0, open = 0 }) {
  const parts = [broken ? `✗ ${broken} against a rule` : "nothing against a rule"];
  if (open) parts.push(`? ${open} nobody can know yet`);
  return parts.join(" · ");
}

const KINDS = { broken: ["✗", "against a rule"], open: ["?", "nobody can know yet"], settled: ["§", "settled"] };

// A finding: the rule in quotation marks, why, where; its id, if it is given, last and small.
export function finding(one) {
  const [sign, words] = KINDS[one.answer] || KINDS.open;
  return make("li", { class: `finding ${one.answer === "broken" ? "" : one.answer}` },
    make("p", { class: "rule" }, make("span", { class: "mark-sign", "aria-hidden": "true" }, sign), make("span", { class: "hide" }, `${words}: `), `“${one.text}”`),
    one.why && make("p", { class: "why" }, capital(one.why)),
    make("p", { class: "where" }, one.cite ?? "", one.cite && one.rule ? " · " : "", one.rule && make("small", {}, one.rule)));
}

export const STATES = {
  open: "waits for an official", deferred: "play goes on, to be decided later", ruled: "ruled", appealed: "ruled, and appealed",
  settled: "settled between the players", withdrawn: "taken back", final: "final", reopened: "open again",
};

export const VERDICTS = { upheld: "The claim is right", dismissed: "The claim is not right", partly: "The claim is partly right", none: "No verdict" };

export const REMEDIES = {
  stand: "what was logged stands", amend: "a line is replaced", void: "a line falls", insert: "a line is added", rewind: "play goes back",
  redo: "part of the game is played again", resync: "the position is set from the table", adjust: "the result is adjusted",
};

export function aboutWords(about) {
  if (typeof about === "number") return `line ${about}`;
  if (Array.isArray(about)) return about.length ? `lines ${about.join(" to ")}` : "no line";
  return { setup: "the setup", result: "the result", conduct: "conduct", missing: "a missing line" }[about] || "the table";
}
