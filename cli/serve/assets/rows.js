// The buttons below the board: what the rule of taps shows, as rows of buttons, each with the tap that it stands for.
// What can be tapped in the picture needs no button. No page and no game is known here.

import { choicesOf, same } from "./taps.js";

const BESIDE = 16;
const EXTRA = 8;
const MANY = 80;

// `isSeen` tells whether a value is a thing of the picture; `opened` is the question, and the group of its answers, that
// was opened last: {at, group}.
export function rows(view, alphabet, isSeen, opened = null) {
  const found = [];
  const { sheet } = view;
  const alone = view.left.length === 1;
  if (sheet) found.push(...asked(sheet, alphabet, isSeen, opened, !alone && view.verbs.length && !view.taps ? BESIDE : MANY));
  const verbs = view.verbs.filter((verb) => !(found.length && verb.do === sheet.do));
  const phrases = alone && sheet ? [] : view.phrases;
  if (phrases.length) found.push({ about: "phrases", question: "", buttons: phrases.map((one) => ({ touch: { offer: one.offer }, label: one.says })) });
  else if (verbs.length) found.push({ about: "verbs", question: "", buttons: verbs.map((verb) => ({ touch: { do: verb.do }, label: verb.label })) });
  for (const extra of view.extras) found.push(...added(extra, alphabet, opened));
  return found;
}

// The tap that a button of a question stands for.
const touchOf = (sheet, rest) => ({ at: sheet.at, ...rest, ...(sheet.do ? { do: sheet.do } : {}) });

// A question. Beside other things that may have happened it has few buttons, or none.
function asked(sheet, alphabet, isSeen, opened, most) {
  const unseen = sheet.unseen ? [{ touch: touchOf(sheet, { unseen: true }), label: sheet.unseen, look: "unseen" }] : [];
  const choices = sheet.choices.filter(([value]) => !(sheet.scene && isSeen(value)));
  const row = { ...sheet, about: "ask" };
  const found = answered(row, sheet, packed(choices, choicesOf(alphabet, sheet.kind), openedAt(sheet, opened), most));
  if (most < MANY && countOf(found) > most && openedAt(sheet, opened) === undefined) return [];
  const [first, ...more] = found;
  return first && !first.title ? [{ ...first, buttons: [...unseen, ...first.buttons] }, ...more] : [{ ...row, title: "", buttons: unseen }, ...found];
}

// Something that may be added: its answers at once if they are few, else behind a button of their own.
function added(extra, alphabet, opened) {
  const choices = extra.choices.filter(([value]) => extra.usual === undefined || !same(value, extra.usual));
  const row = { ...extra, about: "extra" };
  const open = openedAt(extra, opened);
  const found = answered(row, extra, packed(choices, choicesOf(alphabet, extra.kind), open, EXTRA));
  if (countOf(found) > EXTRA && open === undefined) return [{ ...row, title: "", buttons: [{ touch: { open: extra.at, group: null }, label: extra.question }] }];
  return countOf(found) ? found : [];
}

const openedAt = (sheet, opened) => (same(opened?.at, sheet.at) ? opened.group : undefined);

const countOf = (found) => found.reduce((sum, row) => sum + row.buttons.length, 0);

const answered = (row, sheet, found) => found.map(({ title, buttons }) => ({
  ...row, title, buttons: buttons.map(({ value, group, ...words }) => ({ ...words, touch: group === undefined ? touchOf(sheet, { value }) : { open: sheet.at, group } })),
}));

// Choices in rows; where there are too many, their groups come first. A button has a value, or the group that it opens.
export function packed(choices, known, opened, most = MANY) {
  const groups = grouped(choices, known);
  const doors = (some) => some.map(([name, inside]) => ({ group: name, label: titleOf(name, inside) }));
  const open = groups.find(([name]) => name === opened);
  if (open) return [rowOf(...open), { title: "", buttons: doors(groups.filter((one) => one !== open)) }];
  if (choices.length > most && groups.length > 1 && groups.length <= most) return [{ title: "", buttons: doors(groups) }];
  const lines = groups.filter(([name, inside]) => name && inside.length > 1 && startOf(inside));
  if (lines.length < 2 && !lines.some(([, inside]) => inside.length > 3)) return choices.length ? [rowOf("", choices)] : [];
  const single = groups.filter((one) => !lines.includes(one)).flatMap(([, inside]) => inside);
  return [...(single.length ? [rowOf("", single)] : []), ...lines.map((one) => rowOf(...one))];
}

// Buttons that stand behind the words with which all of their labels begin show only the rest.
function rowOf(name, choices) {
  const begins = name && choices.length > 1 ? startOf(choices) : "";
  return { title: begins.trim() || name.replaceAll("-", " "), buttons: choices.map(([value, label]) => ({ value, label: String(label), short: String(label).slice(begins.length) })) };
}

function grouped(choices, known) {
  const groups = new Map();
  for (const choice of choices) {
    const name = choice[2] ?? known.find(([value]) => same(value, choice[0]))?.[2] ?? "";
    groups.set(name, [...(groups.get(name) ?? []), choice]);
  }
  return [...groups];
}

// The words that all labels begin with, if something is left of each.
function startOf(choices) {
  const [first, ...others] = choices.map(([, label]) => String(label).split(" "));
  let alike = 0;
  while (alike < first.length - 1 && others.every((words) => words.length > alike + 1 && words[alike] === first[alike])) alike += 1;
  return first.slice(0, alike).map((word) => `${word} `).join("");
}

const titleOf = (name, choices) => startOf(choices).trim() || name.replaceAll("-", " ");
