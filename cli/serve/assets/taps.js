// The rule of taps: from what may come next to one event, tap by tap. No page and no game is known here.
//
//   let state = start(form, alphabet)        everything that may come next
//   state = tap(state, {values: ["d5"]})     a thing of the picture, which may stand for several values, or a button:
//                                            {do}, {offer}, {log: true}; of a question: {at, value} or
//                                            {at, unseen: true}, with the `do` of the question if it has one
//   look(state)                              what to show now; `body` is the event as soon as it is whole
//   rows.js                                  the buttons for it
//
// A state is a plain value and is never changed: to start again, or to take a tap back, keep an earlier one.

export const MOST_PHRASES = 8;

export function start(form, alphabet) {
  return { form, alphabet, taps: 0, left: form.offers.map((_, offer) => ({ offer, said: {}, seen: [], log: false, enough: false })) };
}

export function tap(state, touched) {
  const left = [];
  for (const way of state.left) {
    const next = step(state, way, touched);
    if (next) left.push(noted(state, way, next, touched));
  }
  // A tap that fits nothing changes nothing: the page may then offer to log something else.
  return left.length ? { ...state, left, taps: state.taps + 1, missed: false } : { ...state, missed: true };
}

// What could be added was shown only if this was the one offer left. A list ends as soon as something else is said that
// sets the offers apart, or is asked after it: cards, and then the place where they were laid, or came from.
function noted(state, before, way, touched) {
  const seen = state.left.length === 1 ? resolve(state, before).extras.map((ask) => key(ask.at)) : [];
  const asked = (state.form.offers[way.offer].asks ?? []).map((place) => state.form.asks[place]).filter((ask) => !ask.extra && !ask.n);
  const isNew = (at) => !before.said[at] && (way.said[at].fixed || asked.some((ask) => key(ask.at) === at));
  const ends = touched.offer !== undefined || Object.keys(way.said).some(isNew);
  const closed = ends ? closeLists(state, way) : way;
  return { ...closed, seen: [...before.seen, ...seen] };
}

function closeLists(state, way) {
  let closed = way;
  for (const place of state.form.offers[way.offer].asks ?? []) {
    const ask = state.form.asks[place];
    const answer = closed.said[key(ask.at)];
    if (answer?.values && !answer.done && answer.values.length >= ask.n[0]) closed = say(closed, ask, { ...answer, done: true });
  }
  return closed;
}

function step(state, way, touched) {
  const offer = state.form.offers[way.offer];
  if (touched.offer !== undefined) return way.offer === touched.offer ? { ...way, log: state.left.length === 1 } : null;
  if (touched.do !== undefined && offer.body.do !== touched.do) return null;
  if (touched.do !== undefined && !touched.at) return way;
  if (touched.log) return logged(state, way);
  if (touched.at) return answered(state, way, touched);
  for (const value of touched.values ?? []) {
    const next = fitting(state, way, value);
    if (next) return next;
  }
  return null;
}

function logged(state, way) {
  const closed = closeLists(state, way);
  const { open } = resolve(state, closed);
  if (!open) return { ...closed, log: true };
  if (open.last) return { ...closed, enough: true };
  return closed !== way ? closed : null;
}

// The answer to a question that was shown, or one of the values in which the offers differ.
function answered(state, way, { at, value, unseen }) {
  const offer = state.form.offers[way.offer];
  if (at.length === 1 && at[0] in offer.body && !way.said[at[0]] && same(offer.body[at[0]], value)) {
    return { ...way, said: { ...way.said, [at[0]]: { fixed: true, value } } };
  }
  const ask = asksNow(state, way).find((one) => same(one.at, at));
  if (!ask) return null;
  if (unseen) return ask.unseen === "none" ? null : put(way, ask, undefined, true);
  return isAmong(state, ask, value) ? put(way, ask, value, false) : null;
}

// A thing or a chip stands for the first field, in the order of the verb, that it can be the value of.
function fitting(state, way, value) {
  const offer = state.form.offers[way.offer];
  const open = asksNow(state, way);
  for (const field of fieldsOf(state, offer.body.do)) {
    if (field in offer.body && !way.said[field] && holdsValue(offer.body[field], value)) {
      return { ...way, said: { ...way.said, [field]: { fixed: true, value } } };
    }
    const ask = open.find((one) => !one.extra && one.at[0] === field && isAmong(state, one, value));
    if (ask) return put(way, ask, value, false);
  }
  // Of several things that may be added, a value alone does not say which.
  const extras = open.filter((one) => one.extra && isAmong(state, one, value));
  return extras.length === 1 ? put(way, extras[0], value, false) : null;
}

function put(way, ask, value, unseen) {
  const before = way.said[key(ask.at)];
  if (!ask.n) return say(way, ask, { value, unseen });
  return say(way, ask, { values: [...(before?.values ?? []), unseen ? "?" : value] });
}

function say(way, ask, answer) {
  return { ...way, said: { ...way.said, [key(ask.at)]: answer } };
}

// What to show: the questions, and the event once it is whole.
export function look(state) {
  const shown = { taps: state.taps, missed: Boolean(state.missed), chosen: chosen(state), left: state.left.map((way) => way.offer) };
  if (state.left.length !== 1) return { ...shown, ...several(state) };
  const [way] = state.left;
  const found = resolve(state, way);
  const offer = state.form.offers[way.offer];
  const unseen = found.extras.some((ask) => ask.usual === undefined && !way.seen.includes(key(ask.at)));
  const waits = offer.log || unseen || (found.extras.length > 0 && !found.asked);
  const whole = state.taps > 0 && !found.open && (way.log || !waits);
  return {
    ...shown,
    says: offer.says,
    phrases: state.taps ? [] : [{ offer: way.offer, says: offer.says }],
    verbs: [],
    ids: idsOf(state),
    sheet: found.open ? sheetOf(state, found.open, found.held) : null,
    extras: found.extras.map((ask) => sheetOf(state, ask, way.said[key(ask.at)]?.values ?? [])),
    log: canLog(state, way, found, waits),
    body: whole ? tidy(state, found.body) : null,
  };
}

function canLog(state, way, { open, held }, waits) {
  if (open) return Boolean(open.n && held.length >= open.n[0]) || Boolean(open.last);
  return Boolean(waits) && !way.log && state.taps > 0;
}

function several(state) {
  const offers = state.left.map((way) => state.form.offers[way.offer]);
  const verbs = [...new Set(offers.map((offer) => offer.body.do))];
  const few = state.left.length <= MOST_PHRASES;
  return {
    says: "",
    phrases: few ? state.left.map((way) => ({ offer: way.offer, says: state.form.offers[way.offer].says })) : [],
    verbs: verbs.length > 1 ? verbs.map((name) => ({ do: name, label: verbOf(state, name).label })) : [],
    ids: idsOf(state),
    sheet: leadSheet(state, verbs),
    extras: [],
    log: false,
    body: null,
  };
}

// The question that comes first while several offers are left: what the first of them asks, or in what they differ.
function leadSheet(state, verbs) {
  const first = state.left.find((way) => resolve(state, way).open);
  const { open: lead, held } = first ? resolve(state, first) : { open: null };
  const verb = first ? state.form.offers[first.offer].body.do : "";
  if (lead && comesFirst(state, lead, verb)) {
    const ways = state.left.filter((way) => state.form.offers[way.offer].body.do === verb);
    const asks = ways.flatMap((way) => asksNow(state, way)).filter((ask) => same(ask.at, lead.at));
    return { ...sheetOf(state, lead, held), do: verb, choices: unlike(asks.flatMap((ask) => choicesFor(state, ask))) };
  }
  return verbs.length === 1 ? fieldSheet(state) : null;
}

// Whether a question comes before everything in which the offers of its verb differ.
function comesFirst(state, lead, verb) {
  const offers = state.left.map((way) => state.form.offers[way.offer]);
  const alike = offers.filter((offer) => offer.body.do === verb);
  const fields = fieldsOf(state, verb).filter((field) => field !== "by");
  const differing = fields.filter((field) => alike.some((offer) => !same(offer.body[field], alike[0].body[field])));
  const place = fields.indexOf(lead.at[0]);
  return place >= 0 && differing.every((field) => fields.indexOf(field) > place);
}

function fieldSheet(state) {
  const offers = state.left.map((way) => state.form.offers[way.offer]);
  const verb = verbOf(state, offers[0].body.do);
  for (const slot of verb.slots) {
    const values = unlike(offers.map((offer) => [offer.body[slot.field], ""]));
    if (values.length < 2 || values.some(([value]) => value === undefined)) continue;
    const labels = choicesOf(state.alphabet, slot.kind);
    const choices = values.map(([value]) => labels.find(([one]) => same(one, value)) ?? [value, String(value)]);
    return { at: [slot.field], kind: slot.kind, question: slot.ask, choices, unseen: null, held: [], scene: isOnScene(state, slot.kind) };
  }
  return null;
}

function sheetOf(state, ask, held) {
  return {
    at: ask.at,
    kind: ask.kind,
    question: ask.question,
    choices: choicesFor(state, ask),
    unseen: ask.unseen === "none" || ask.extra ? null : "? not seen",
    held,
    n: ask.n,
    last: Boolean(ask.last),
    scene: isOnScene(state, ask.kind),
    usual: ask.usual,
  };
}

// Every value that a tap can mean now, so that things of the picture which fit can be given a rim.
function idsOf(state) {
  const ids = new Set();
  for (const way of state.left) {
    const { body } = state.form.offers[way.offer];
    for (const field of fieldsOf(state, body.do)) {
      if (field in body && !way.said[field]) names(body[field], ids);
    }
    for (const ask of asksNow(state, way)) {
      if (ask.of || isOnScene(state, ask.kind)) for (const [value] of choicesFor(state, ask)) names(value, ids);
    }
  }
  return [...ids];
}

function names(value, ids) {
  if (typeof value === "string" && value !== "?") ids.add(value);
  else if (Array.isArray(value)) value.forEach((one) => names(one, ids));
  else if (value && typeof value === "object") Object.keys(value).forEach((one) => ids.add(one));
}

// What was said so far, for the sentence that is being made.
function chosen(state) {
  const found = [];
  const [way] = state.left;
  for (const [at, answer] of Object.entries(way?.said ?? {})) {
    for (const value of answer.values ?? [answer.value]) found.push({ at: at.split("/"), value: answer.unseen ? "?" : value, fixed: Boolean(answer.fixed) });
  }
  return found;
}

// An offer with the answers so far: its body, the next open question, and what may be added.
function resolve(state, way) {
  const offer = state.form.offers[way.offer];
  let body = structuredClone(offer.body);
  let open = null;
  let held = [];
  let asked = false;
  const extras = [];
  for (const place of offer.asks ?? []) {
    const ask = state.form.asks[place];
    if (!holds(ask.when, body)) continue;
    const answer = way.said[key(ask.at)];
    if (!ask.extra && !isForced(ask)) asked = true;
    if (answer?.values) {
      body = putAt(body, ask.at, ask.few && answer.values.length === 1 ? answer.values[0] : answer.values);
      if (answer.done || (ask.n[1] !== null && answer.values.length >= ask.n[1])) continue;
      if (ask.extra && answer.values.length >= ask.n[0]) extras.push(ask);
      else if (!open) [open, held] = [ask, answer.values];
    } else if (answer) {
      if (!answer.unseen) body = putAt(body, ask.at, answer.value);
      else if (ask.unseen === "?") body = putAt(body, ask.at, "?");
    } else if (isForced(ask)) {
      body = putAt(body, ask.at, ask.of[0][0]);
    } else if (ask.extra) {
      if (ask.usual !== undefined) body = putAt(body, ask.at, ask.usual);
      extras.push(ask);
    } else if (!(ask.last && way.enough) && !open) {
      open = ask;
    }
  }
  return { body, open, held, asked, extras };
}

function asksNow(state, way) {
  const { open, extras, body } = resolve(state, way);
  const later = (state.form.offers[way.offer].asks ?? [])
    .map((place) => state.form.asks[place])
    .filter((ask) => !ask.extra && ask !== open && !way.said[key(ask.at)] && !(isForced(ask) && ask.when))
    .filter((ask) => holds(ask.when, body));
  return [...(open ? [open] : []), ...later, ...extras];
}

function isForced(ask) {
  return Boolean(ask.of) && ask.of.length === 1 && !ask.extra && !ask.n;
}

function holds(when, body) {
  return (when ?? []).every(({ at, among, count }) => {
    const value = valueAt(body, at);
    const values = value === undefined ? [] : Array.isArray(value) ? value : [value];
    const found = among ? values.filter((one) => among.some((other) => same(one, other))) : values;
    return count === undefined || count === null ? found.length > 0 : found.length === count;
  });
}

function valueAt(body, at) {
  return at.reduce((value, one) => (value === undefined || value === null ? undefined : value[one]), body);
}

function putAt(held, at, value) {
  if (!at.length) return value;
  const [first, ...rest] = at;
  if (Array.isArray(held)) return held.map((one, place) => (String(place) === first ? putAt(one, rest, value) : one));
  return { ...(held ?? {}), [first]: putAt(held?.[first], rest, value) };
}

// The record leaves out what is as usual.
export function tidy({ alphabet }, body) {
  const { usual } = verbOf({ alphabet }, body.do);
  return Object.fromEntries(Object.entries(body).filter(([field, value]) => usual[field] === undefined || !same(usual[field], value)));
}

function choicesFor(state, ask) {
  return ask.of ?? choicesOf(state.alphabet, ask.kind);
}

export function choicesOf(alphabet, name) {
  const kind = alphabet.kinds[name];
  if (!kind) return [];
  if (kind.from === undefined) return kind.choices ?? [];
  const size = Math.min(kind.to - kind.from, 99) + 1;
  return Array.from({ length: size }, (_, place) => [kind.from + place, String(kind.from + place)]);
}

function isAmong(state, ask, value) {
  return choicesFor(state, ask).some(([one]) => same(one, value));
}

function isOnScene(state, kind) {
  return state.alphabet.kinds[kind]?.on === "scene";
}

function verbOf(state, name) {
  return state.alphabet.verbs.find((verb) => verb.do === name) ?? { do: name, label: name, slots: [], usual: {} };
}

function fieldsOf(state, name) {
  return ["by", ...verbOf(state, name).slots.map((slot) => slot.field), "for", "what"];
}

function holdsValue(held, value) {
  if (Array.isArray(held)) return held.some((one) => same(one, value));
  if (held && typeof held === "object") return Object.hasOwn(held, value);
  return held !== "?" && same(held, value);
}

export function unlike(choices) {
  const seen = new Map();
  for (const choice of choices) if (!seen.has(JSON.stringify(choice[0]))) seen.set(JSON.stringify(choice[0]), choice);
  return [...seen.values()];
}

function key(at) {
  return at.join("/");
}

export function same(one, other) {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((name) => name in other && same(one[name], other[name]));
}
