// Somebody who taps one event after the other, knowing what happened: which taps each takes, and what they log.
import { start, tap, look, same } from "./taps.js";
import { rows } from "./rows.js";

const MOST_TAPS = 60;

function at(body, path) {
  return path.reduce((value, one) => (value === undefined || value === null ? undefined : value[one]), body);
}

function answer(sheet, wanted, usual) {
  const value = at(wanted, sheet.at) === undefined && sheet.at.length === 1 ? usual[sheet.at[0]] : at(wanted, sheet.at);
  const has = (one) => sheet.choices.some(([choice]) => same(choice, one));
  return { value, has };
}

// What the page takes for it: a thing of the picture, or a button; else buttons that show it, and then it. What was
// opened stays open.
function ways(job, view, touch, opened) {
  const isSeen = (id) => job.things.some(([one]) => one === id);
  const shown = (open) => rows(view, job.alphabet, isSeen, open).flatMap((row) => row.buttons.map((one) => one.touch));
  if (touch.log) return view.log ? [touch] : null;
  if (touch.values) return isSeen(touch.values[0]) ? [touch] : null;
  let paths = [[[], opened]];
  for (let depth = 0; depth < 3; depth += 1) {
    const found = paths.find(([, open]) => shown(open).some((one) => same(one, touch)));
    if (found) return [...found[0], touch];
    paths = paths.flatMap(([before, open]) => shown(open).filter((one) => one.open && same(one.open, touch.at)).map((one) => [[...before, one], { at: one.open, group: one.group }]));
  }
  return thing(job, view, touch);
}

// An answer that is a thing of the picture has no button.
function thing(job, view, touch) {
  const found = touch.at && same(touch.at, view.sheet?.at) && typeof touch.value === "string" && job.things.find(([id]) => id === touch.value);
  return found ? [{ values: found.filter(Boolean) }] : null;
}

function tapped_(job, state, view, touch, path) {
  const last = path.findLast((one) => one.open);
  const taken = ways(job, view, touch, last ? { at: last.open, group: last.group } : null);
  if (!taken) return null;
  const next = tap(state, taken.at(-1));
  return next.missed ? null : { next, taken };
}

// The tap that says most: it leaves the fewest offers, one that leads to the event among them.
function best(job, state, view, lists, path) {
  const { wanted, right } = job;
  const tried = [];
  for (const { offer } of view.phrases) if (right.includes(offer)) tried.push({ offer });
  for (const verb of view.verbs) if (verb.do === wanted.do) tried.push({ do: verb.do });
  const names = new Set();
  const gather = (value) => {
    if (Array.isArray(value)) value.forEach(gather);
    else if (value && typeof value === "object") Object.entries(value).forEach(([key, one]) => (names.add(key), gather(one)));
    else if (typeof value === "string") names.add(value);
  };
  for (const [field, value] of Object.entries(wanted)) if (field !== "do") gather(value);
  for (const [id, place] of job.things) if (names.has(id) && view.ids.includes(id)) tried.push({ values: [id, place].filter(Boolean) });
  const told = view.sheet ? at(wanted, view.sheet.at) : undefined;
  const isList = Array.isArray(told) && !view.sheet.choices.some(([choice]) => same(choice, told));
  const value = isList && view.sheet.held ? told[view.sheet.held.length] : told;
  const named = view.sheet?.do ? { do: view.sheet.do } : {};
  if (value !== undefined && (lists || !isList)) tried.push(value === "?" ? { at: view.sheet.at, unseen: true, ...named } : { at: view.sheet.at, value, ...named });
  if (told === undefined && view.sheet?.unseen && view.sheet.do === wanted.do) tried.push({ at: view.sheet.at, unseen: true, ...named });
  let chosen = null;
  for (const one of tried) {
    const { next, taken } = tapped_(job, state, view, one, path) ?? {};
    if (!next || !next.left.some((way) => right.includes(way.offer) && agrees(way, wanted))) continue;
    const answers = said(next) - said(state);
    if (next.left.length === state.left.length && !answers) continue;
    if (one.values && !lists && listsIn(next) > listsIn(state)) continue;
    const waits = lists && unfinished(next, wanted);
    const cost = (next.left.length === 1 ? 0 : next.left.length) - answers / 2 + taken.length / 8 + (waits && listsIn(next) === listsIn(state) ? 1000 : 0);
    if (!chosen || cost < chosen.cost) chosen = { next, taken, cost };
  }
  return chosen;
}

function said(state) {
  return Math.max(...state.left.map((way) => Object.values(way.said).reduce((sum, one) => sum + (one.fixed ? 0 : one.values?.length ?? 1), 0)));
}

function listsIn(state) {
  return Math.max(...state.left.map((way) => Object.values(way.said).reduce((sum, one) => sum + (one.values?.length ?? 0), 0)));
}

// Whether a list that was begun has more to it: it must not be ended by tapping something else.
function unfinished(state, wanted) {
  return state.left.some((way) =>
    Object.entries(way.said).some(([key, one]) => one.values && one.values.length < (at(wanted, key.split("/"))?.length ?? 0)),
  );
}

// Whether nothing was said that did not happen.
function agrees(way, wanted) {
  return Object.entries(way.said).every(([key, said]) => {
    if (said.fixed) return true;
    const value = at(wanted, key.split("/"));
    return said.values ? Array.isArray(value) && said.values.every((one, place) => same(one, value[place])) : same(value, said.unseen ? "?" : said.value) || (said.unseen && value === undefined);
  });
}

// One offer is left: what is asked, and what may be added.
function wants({ wanted, things }, view, usual, ends) {
  for (const extra of view.extras) {
    const { value, has } = answer(extra, wanted, {});
    if (value === undefined || (extra.usual !== undefined && same(extra.usual, value))) continue;
    const one = Array.isArray(value) && !has(value) ? value[extra.held.length] : value;
    if (one !== undefined && has(one)) return { at: extra.at, value: one };
  }
  if (!view.sheet) return view.log ? { log: true } : view.phrases.length ? { offer: view.phrases[0].offer } : null;
  const { value, has } = answer(view.sheet, wanted, usual);
  if (Array.isArray(value) && !has(value)) {
    if (view.sheet.held.length === value.length) return (ends && ending(wanted, things, view)) || { log: true };
    const one = value[view.sheet.held.length];
    return has(one) ? { at: view.sheet.at, value: one } : { at: view.sheet.at, unseen: true };
  }
  if (value !== undefined && has(value)) return { at: view.sheet.at, value };
  const told = view.chosen.map((one) => one.at.join("/"));
  const more = Object.keys(wanted[view.sheet.at[0]] ?? {}).some((name) => !told.includes(`${view.sheet.at[0]}/${name}`));
  return value === undefined && view.log && !more ? { log: true } : { at: view.sheet.at, unseen: true };
}

// A list also ends when the answer to the next question is tapped in the picture.
function ending(wanted, things, view) {
  const found = things.find(([id]) => view.ids.includes(id) && Object.values(wanted).includes(id));
  return found && { values: found.filter(Boolean) };
}

// Tapped with the lists first, and with the place first: whichever takes fewer taps and says what happened.
// A job: the form, the alphabet, the things of the picture as [id, place], what is wanted, and the offers that lead there.
export function tapped(job) {
  const all = [true, false].flatMap((lists) => [true, false].map((ends) => once(job, lists, ends)));
  const whole = all.filter(({ body }) => body && Object.keys(job.wanted).every((field) => same(job.wanted[field], body[field])));
  return whole.sort((one, other) => one.taps - other.taps)[0] ?? all.at(-1);
}

function once(job, lists, ends) {
  const { usual } = job.alphabet.verbs.find((one) => one.do === job.wanted.do);
  let state = start(job.form, job.alphabet);
  const path = [];
  for (let turn = 0; turn < MOST_TAPS; turn += 1) {
    const view = look(state);
    if (view.body) return { taps: path.length, body: view.body, path };
    const touch = state.left.length > 1 ? null : wants(job, view, usual, ends);
    const found = state.left.length > 1 ? best(job, state, view, lists, path) : touch && tapped_(job, state, view, touch, path);
    if (!found) return { taps: null, body: null, stuck: view, path };
    path.push(...found.taken);
    state = found.next;
  }
  return { taps: null, body: null };
}
