// Parts that several views of the desk show.

import { button, make } from "./dom.js";

// 4:10, or 1:02:03.
export function span(seconds) {
  const s = Math.max(0, Math.floor(seconds));
  const two = (number) => String(number).padStart(2, "0");
  return s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}` : `${Math.floor(s / 60)}:${two(s % 60)}`;
}

// A clock that goes on by itself: seconds that had passed when it was told.
export function running(seconds, look = "") {
  return make("span", { class: look, "data-began": String(Date.now() - seconds * 1000) }, span(seconds));
}

export function tick() {
  for (const node of document.querySelectorAll("[data-began]")) {
    const words = span((Date.now() - Number(node.dataset.began)) / 1000);
    if (node.textContent !== words) node.textContent = words;
  }
}

// A table by its number, else by what people call this game, or by the game alone.
export const tableName = (room) => (room.table !== null ? `Table ${room.table}` : room.called ?? room.title);
// The same inside a sentence: a title keeps its capitals.
export const tableWords = (room) => (room.table !== null ? `table ${room.table}` : tableName(room));
// The game behind it, unless it was just said.
export const andGame = (room) => (tableName(room) === room.title ? "" : `, ${room.title}`);

export const linesWords = ({ first, last }) => (first === last ? `line ${first}` : `lines ${first} to ${last}`);

const SHAPES = { playing: "run", waiting: "over", closed: "done", stopped: "halt", damaged: "halt", contested: "claim", silent: "mute" };
export const state = (room) => make("span", { class: `state ${room.words === "signed by all" ? "done" : SHAPES[room.state]}` }, room.words);

export function marks({ counts, settled }) {
  return [
    counts.broken ? make("span", { class: "mark bad", title: "against a rule" }, `✗ ${counts.broken}`) : null,
    counts.open ? make("span", { class: "mark open", title: "nobody can know yet" }, `? ${counts.open}`) : null,
    settled ? make("span", { class: "mark fixed" }, `✗ ${settled} settled`) : null,
  ].filter(Boolean).flatMap((node) => [node, " "]);
}

export const head = (title, ...more) => make("div", { class: "head" }, make("h1", {}, title), ...more);

export const failed = (problem) => make("p", { class: "note bad-words", role: "alert" }, problem.words ?? String(problem));

// One answer out of several, as a row of buttons; `set` chooses from outside.
export function options(words, answers, chosen, onchoose) {
  const buttons = answers.map(([value, text]) => button(text, () => { pick(value); onchoose(value); }, "choice", { "aria-pressed": String(value === chosen) }));
  const pick = (value) => buttons.forEach((one, place) => one.setAttribute("aria-pressed", String(answers[place][0] === value)));
  const node = make("div", {}, make("span", { class: "label" }, words), make("div", { class: "opts", role: "group", "aria-label": words }, buttons));
  node.pick = pick;
  return node;
}

export const time = (at) => (at ? new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }) : "");
export const longDay = (at) => (at ? new Date(at).toLocaleDateString([], { day: "numeric", month: "long", year: "numeric" }) : "");
export const day = (at) => (at ? new Date(at).toLocaleDateString([], { weekday: "short", day: "numeric", month: "short" }) : "");
