// From taps to an event. No game is known here: offers say what may come, asks what only the table can tell.
// A tap keeps the offers that have this value in a field not yet fixed; the order of the verb's slots decides between fields.

export const text = (value) => JSON.stringify(value, (_, inner) =>
  inner && typeof inner === "object" && !Array.isArray(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner);

export const same = (one, other) => text(one) === text(other);

const FEW = 6;

// Fields of an offer in the order of its verb's slots; who does it comes last.
function fieldsOf(alphabet, body) {
  const verb = alphabet?.verbs.find((one) => one.do === body.do);
  const named = (verb?.slots ?? []).map((slot) => slot.field).filter((field) => field in body);
  const others = Object.keys(body).filter((field) => !["do", "by", ...named].includes(field));
  return [...named, ...others, ...("by" in body ? ["by"] : [])];
}

// Whether a value is, or ends with, or holds a tapped id.
function meets(value, id, loosely) {
  if (value === id) return true;
  if (Array.isArray(value)) return value[value.length - 1] === id || (loosely && value.includes(id));
  return loosely && value !== null && typeof value === "object" && id in value;
}

export class Taps {
  constructor(form, alphabet) {
    this.alphabet = alphabet;
    this.form = form;
    const turn = form?.turn ?? [];
    const open = (form?.open ?? []).map((name) => {
      const verb = alphabet?.verbs.find((one) => one.do === name);
      return { body: verb?.by && turn.length === 1 ? { do: name, by: turn[0] } : { do: name }, says: `${verb?.label ?? name} …`, open: true };
    });
    this.start = [...(form?.offers ?? []), ...open].map((offer) => ({ offer, fixed: [] }));
    this.reset();
  }

  reset() { this.left = this.start; this.chosen = []; }

  get begun() { return this.left !== this.start || this.chosen.length > 0; }

  get one() { return this.left.length === 1 && this.begun ? this.left[0].offer : null; }

  keep(left, chosen) { this.left = left; this.chosen = [...this.chosen, chosen]; return left.length > 0; }

  // A thing in the picture: its own id, then that of the place where it lies.
  tapThing(ids) {
    for (const loosely of [false, true]) {
      const left = this.left.flatMap((one) => {
        const field = fieldsOf(this.alphabet, one.offer.body).find((name) => !one.fixed.includes(name) && ids.some((id) => meets(one.offer.body[name], id, loosely)));
        return field ? [{ offer: one.offer, fixed: [...one.fixed, field] }] : [];
      });
      if (left.length) return this.keep(left, { ids });
    }
    return false;
  }

  tapValue(field, value) {
    const left = this.left.filter((one) => same(one.offer.body[field] ?? null, value ?? null)).map((one) => ({ offer: one.offer, fixed: [...one.fixed, field] }));
    return left.length > 0 && this.keep(left, { field, value });
  }

  tapOffer(offer) { return this.keep(this.left.filter((one) => one.offer === offer), { offer }); }

  // The ids that can still be tapped.
  ids() {
    const found = new Set();
    const add = (value) => {
      if (typeof value === "string") found.add(value);
      else if (Array.isArray(value) && value.length) found.add(value[value.length - 1]);
    };
    for (const one of this.left) for (const field of fieldsOf(this.alphabet, one.offer.body)) if (!one.fixed.includes(field)) add(one.offer.body[field]);
    return found;
  }

  // What all that are left agree on.
  agreed() {
    const [first, ...others] = this.left.map((one) => one.offer.body);
    if (!first) return {};
    return Object.fromEntries(Object.entries(first).filter(([field, value]) => others.every((body) => same(body[field] ?? null, value))));
  }

  // What to tap next: verbs, whole readings, or the values of the first field in which those that are left differ.
  question() {
    const bodies = this.left.map((one) => one.offer.body);
    const verbs = distinct(bodies.map((body) => body.do));
    if (this.begun && this.left.length <= FEW) return { offers: this.left.map((one) => one.offer) };
    if (verbs.length > 1) return { field: "do", values: verbs };
    if (!bodies.length) return { field: "do", values: [] };
    const seats = distinct(bodies.map((body) => body.by ?? null));
    if (seats.length > 1) return { field: "by", values: seats };
    const fields = distinct(bodies.flatMap((body) => fieldsOf(this.alphabet, body)));
    for (const field of fields) {
      const values = distinct(bodies.map((body) => body[field] ?? null));
      if (values.length > 1) return { field, values };
    }
    return this.begun ? { offers: this.left.map((one) => one.offer).slice(0, 1) } : { field: "do", values: verbs };
  }
}

function distinct(values) {
  const seen = new Map();
  for (const value of values) if (!seen.has(text(value))) seen.set(text(value), value);
  return [...seen.values()];
}

const at = (body, path) => path.reduce((value, key) => (value !== null && typeof value === "object" ? value[key] : undefined), body);

function holds(when, body) {
  return (when ?? []).every((one) => {
    const value = at(body, one.at);
    const values = value === undefined ? [] : Array.isArray(value) ? value : [value];
    const found = one.among ? values.filter((item) => one.among.some((other) => same(item, other))) : values;
    return one.count === undefined || one.count === null ? found.length > 0 : found.length === one.count;
  });
}

function store(body, path, value) {
  let inner = body;
  for (const key of path.slice(0, -1)) inner = inner[key] = Array.isArray(inner[key]) ? [...inner[key]] : { ...(inner[key] ?? {}) };
  inner[path[path.length - 1]] = value;
}

// An event without what is as usual: the record leaves that out.
export function tidy(alphabet, body) {
  const usual = alphabet?.verbs.find((one) => one.do === body.do)?.usual ?? {};
  return Object.fromEntries(Object.entries(body).filter(([field, value]) => !(field in usual && same(usual[field], value))));
}

// The questions of one offer, one after the other. What can only be one thing is filled in.
export class Asking {
  constructor(offer, form) {
    this.offer = offer;
    this.body = structuredClone(offer.body);
    this.asks = (offer.asks ?? []).map((place) => form.asks[place]);
    this.place = 0;
    this.values = [];
    this.extra = null;
    this.step();
  }

  get ask() { return this.extra ?? this.asks[this.place] ?? null; }

  // What may be added, but is not asked for.
  extras() {
    if (this.extra) return [];
    return this.asks.filter((ask) => ask.extra && holds(ask.when, this.body) && (at(this.body, ask.at) === undefined || same(at(this.body, ask.at), ask.usual)));
  }

  add(ask) { this.extra = ask; this.values = []; }

  step() {
    for (; this.asks[this.place]; this.place += 1) {
      const ask = this.ask;
      if (!holds(ask.when, this.body)) continue;
      if (ask.extra) { if (ask.usual !== undefined) store(this.body, ask.at, ask.usual); continue; }
      if (ask.of?.length === 1 && !ask.n) { store(this.body, ask.at, ask.of[0][0]); continue; }
      if (ask.n && ask.n[1] === 0) continue;
      return;
    }
  }

  next() {
    this.values = [];
    if (this.extra) { this.extra = null; return; }
    this.place += 1;
    this.step();
  }

  answer(value) {
    const { ask } = this;
    if (!ask.n) { store(this.body, ask.at, value); this.next(); return; }
    this.values.push(value);
    if (ask.n[1] !== null && this.values.length >= ask.n[1]) this.all();
  }

  takeBack() { this.values.pop(); }

  all() { store(this.body, this.ask.at, this.values); this.next(); }

  get enough() { return Boolean(this.ask?.n) && this.values.length >= this.ask.n[0] && this.ask.n[0] !== this.ask.n[1]; }

  unseen() {
    const { ask } = this;
    if (ask.n && (ask.unseen === "?" || this.values.length)) this.answer("?");
    else if (ask.unseen === "?") this.answer("?");
    else this.next();
  }

  rest() { this.place = this.asks.length; }

  get done() { return this.ask === null; }
}
