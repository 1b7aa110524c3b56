// Somebody who taps one event after the other, knowing what happened: how many taps each takes, and what they log.
import { start, tap, look, same, anything } from "taps.js";

const MOST_TAPS = 60;

function at(body, path) {
  return path.reduce((value, one) => (value === undefined || value === null ? undefined : value[one]), body);
}

function answer(sheet, wanted, usual) {
  const value = at(wanted, sheet.at) === undefined && sheet.at.length === 1 ? usual[sheet.at[0]] : at(wanted, sheet.at);
  const has = (one) => sheet.choices.some(([choice]) => same(choice, one));
  return { value, has };
}

// The tap that says most: it leaves the fewest offers, one that leads to the event among them.
function best(state, view, wanted, right, lists) {
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
  for (const value of names) if (view.ids.includes(value)) tried.push({ value });
  const told = view.sheet ? at(wanted, view.sheet.at) : undefined;
  const next = told !== undefined && Array.isArray(told) && view.sheet.held ? told[view.sheet.held.length] : told;
  if (next !== undefined && (lists || !Array.isArray(told))) tried.push({ at: view.sheet.at, value: next, do: view.sheet.do });
  let chosen = null;
  for (const one of tried) {
    const next = tap(state, one);
    if (next.missed || !next.left.some((way) => right.includes(way.offer) && agrees(way, wanted))) continue;
    const answers = said(next) - said(state);
    if (next.left.length === state.left.length && !answers) continue;
    if (one.value !== undefined && !one.at && !lists && listsIn(next) > listsIn(state)) continue;
    const waits = lists && unfinished(next, wanted);
    const cost = (next.left.length === 1 ? 0 : next.left.length) - answers / 2 + (waits && listsIn(next) === listsIn(state) ? 1000 : 0);
    if (!chosen || cost < chosen.cost) chosen = { next, cost };
  }
  return chosen?.next ?? null;
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
    return said.values ? Array.isArray(value) && said.values.every((one, place) => same(one, value[place])) : same(value, said.value);
  });
}

function finish(state, view, wanted, usual) {
  for (const extra of view.extras) {
    const { value, has } = answer(extra, wanted, {});
    if (value === undefined || (extra.usual !== undefined && same(extra.usual, value))) continue;
    const one = Array.isArray(value) && !has(value) ? value[extra.held.length] : value;
    if (one !== undefined && has(one)) return tap(state, { at: extra.at, value: one });
  }
  if (!view.sheet) return view.log ? tap(state, { log: true }) : null;
  const { value, has } = answer(view.sheet, wanted, usual);
  if (Array.isArray(value) && !has(value)) {
    if (view.sheet.held.length === value.length) return tap(state, { log: true });
    const one = value[view.sheet.held.length];
    return tap(state, has(one) ? { at: view.sheet.at, value: one } : { at: view.sheet.at, unseen: true });
  }
  if (value !== undefined && has(value)) return tap(state, { at: view.sheet.at, value });
  const told = view.chosen.map((one) => one.at.join("/"));
  const more = Object.keys(wanted[view.sheet.at[0]] ?? {}).some((name) => !told.includes(`${view.sheet.at[0]}/${name}`));
  return tap(state, value === undefined && view.log && !more ? { log: true } : { at: view.sheet.at, unseen: true });
}

// Tapped with the lists first, and with the place first: whichever takes fewer taps and says what happened.
export function tapped(form, alphabet, wanted, right) {
  const both = [true, false].map((lists) => once(form, alphabet, wanted, right, lists));
  const whole = both.filter(({ body }) => body && Object.keys(wanted).every((field) => same(wanted[field], body[field])));
  return whole.sort((one, other) => one.taps - other.taps)[0] ?? both[1];
}

function once(form, alphabet, wanted, right, lists) {
  const { usual } = alphabet.verbs.find((one) => one.do === wanted.do);
  let state = start(form, alphabet);
  for (let turn = 0; turn < MOST_TAPS; turn += 1) {
    const view = look(state);
    if (view.body) return { taps: view.taps, body: view.body };
    const next = state.left.length > 1 ? best(state, view, wanted, right, lists) : finish(state, view, wanted, usual) ?? pressed(state, view);
    if (!next || next.missed) return { taps: null, body: null, stuck: view };
    state = next;
  }
  return { taps: null, body: null };
}

function pressed(state, view) {
  return view.phrases.length ? tap(state, { offer: view.phrases[0].offer }) : null;
}

export function everything(alphabet) {
  return alphabet.verbs.map((verb) => look(anything(alphabet, verb.do, alphabet.seats[0][0])));
}
