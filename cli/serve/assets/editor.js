// Something else happened: every player, verb and value, allowed or not. It also fills in what an offer leaves out.

import { drawn, labelOf, typing } from "./choosing.js";
import { button, make } from "./dom.js";
import { ladderSheet } from "./mending.js";
import { packed } from "./rows.js";
import { sealSheet } from "./sealing.js";
import { choicesOf, same, tidy } from "./taps.js";
import { capital, who } from "./words.js";

const SINGLE = ["one", "few"];

export class Editor {
  constructor(page, body = {}) {
    Object.assign(this, { page, body: structuredClone(body), open: null, key: null, group: null });
    if (body.do) this.open = this.firstOpen();
  }

  get verb() { return this.page.alphabet.verbs.find((one) => one.do === this.body.do); }

  slot(field) { return this.verb?.slots.find((one) => one.field === field); }

  firstOpen() {
    const slots = this.verb?.slots ?? [];
    const wanted = slots.find((slot) => !(slot.field in this.body) && slot.must) ?? slots.find((slot) => !(slot.field in this.body) && !slot.instead);
    return wanted?.field ?? null;
  }

  // A thing in the picture is the value of the open field, or of the first one that can take it.
  tapThing(ids) {
    if (!this.verb) { this.waiting = ids; return false; }
    const slots = [this.slot(this.open), ...this.verb.slots.filter((slot) => !(slot.field in this.body))].filter(Boolean);
    for (const slot of slots) {
      const needsKey = slot.key && this.open === slot.field && this.key === null;
      const found = choicesOf(this.page.alphabet, needsKey ? slot.key : slot.kind).find(([value]) => ids.includes(value));
      if (!found) continue;
      this.open = slot.field;
      if (needsKey) this.key = found[0];
      else this.give(slot, found[0]);
      return true;
    }
    return false;
  }

  choose(name) {
    const verb = this.page.alphabet.verbs.find((one) => one.do === name);
    const by = verb.by ? this.body.by ?? this.page.form?.turn?.[0] : undefined;
    this.body = by ? { do: name, by } : { do: name };
    this.open = this.firstOpen();
    this.key = this.group = null;
    if (this.waiting) { const ids = this.waiting; this.waiting = null; this.tapThing(ids); }
  }

  give(slot, value) {
    const { field, shape = "one" } = slot;
    const before = this.body[field];
    if (shape === "one") this.body[field] = value;
    else if (shape === "few") this.body[field] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
    else if (shape === "many") this.body[field] = [...(before ?? []), value];
    else if (shape === "lists") this.body[field] = { ...before, [this.key]: [...(before?.[this.key] ?? []), value] };
    else { this.body[field] = { ...before, [this.key]: value }; this.key = null; }
    if (shape !== "many" && shape !== "lists") this.group = null;
    if (shape === "one") this.open = this.firstOpen();
  }

  remove(field) { delete this.body[field]; this.open = field; this.key = this.group = null; }

  sentence() {
    const verb = this.verb;
    if (!verb) return "";
    const parts = verb.slots.filter((slot) => slot.field in this.body).map((slot) => this.valueWords(slot));
    const flags = (verb.flags ?? []).filter(([, field, value]) => same(this.body[field], value)).map((flag) => flag[3] ?? flag[0]);
    const who = verb.by && this.body.by ? `${this.page.name(this.body.by)} ` : "";
    return [`${who}${verb.label}`, ...parts, ...flags, this.body.text].filter(Boolean).join(", ");
  }

  valueWords(slot) {
    const value = this.body[slot.field];
    const { alphabet } = this.page;
    if (slot.key && value && typeof value === "object") return Object.entries(value).map(([key, one]) => `${labelOf(alphabet, slot.key, key)}: ${labelOf(alphabet, slot.kind, one)}`).join("; ");
    return labelOf(alphabet, slot.kind, value);
  }

  nodes(draw) {
    const { page } = this;
    const again = (action) => (...given) => { action(...given); draw(); };
    const verbs = page.alphabet.verbs;
    const head = make("div", { class: "grip" }, make("h2", {}, this.verb ? make("span", { class: "built" }, capital(this.sentence())) : "Something else happened"),
      button("✕", () => page.startAgain(), "icon", { "aria-label": "Back to the board" }));
    const found = [head];
    if (!this.verb) {
      const most = Math.max(...verbs.map((verb) => verb.label.length));
      found.push(make("p", { class: "small" }, "Allowed or not: what lay on the table can be logged. Every player, every verb, every place."),
        make("p", { class: "label" }, "Who"), this.seats(again), make("p", { class: "label" }, "Did what"),
        make("div", { class: most > 24 ? "faces two" : "faces", role: "group", "aria-label": "Did what" }, verbs.map((verb) => button(verb.label, again(() => this.choose(verb.do)), "choice", { "data-do": verb.do }))),
        page.onbody ? null : make("div", { class: "faces" }, button("Type it …", () => page.type(), "choice", { id: "r-type" }), button("Mend a line …", () => ladderSheet(page), "choice", { id: "r-mend" }), button("A photo …", async () => (await import("./evidence.js")).photoSheet(page), "choice", { id: "r-photo" })));
      return found.filter(Boolean);
    }
    if (this.verb.by) found.push(this.seats(again));
    if (this.verb.text) found.push(typing("What to note", again((words) => { this.body[this.verb.text] = String(words); })));
    const fields = this.verb.slots.map((slot) => button(`${slot.ask ?? slot.field}${slot.field in this.body ? ` ✓` : ""}`, again(() => { this.open = slot.field; this.key = this.group = null; }), "choice", { "data-slot": slot.field, "aria-pressed": String(this.open === slot.field) }));
    const flags = (this.verb.flags ?? []).map(([word, field, value, label]) => button(label ?? word, again(() => {
      if (same(this.body[field], value)) delete this.body[field]; else this.body[field] = value;
    }), "choice", { "data-flag": `${field}=${JSON.stringify(value)}`, "aria-pressed": String(same(this.body[field], value)) }));
    if (fields.length + flags.length > 1) found.push(make("div", { class: "chips", role: "group", "aria-label": "What to say about it" }, fields, flags));
    const slot = this.slot(this.open);
    if (slot) found.push(...this.openSlot(slot, again));
    found.push(make("div", { class: "row" }, button(`Log: ${capital(this.sentence())}`, () => page.logEvent(tidy(page, this.body), capital(this.sentence())), "btn main wide", { id: "r-log", "data-body": JSON.stringify(this.body) }),
      button("Another verb", again(() => { this.body = { by: this.body.by }; }), "btn")));
    return found;
  }

  // Whose deed it was: whoever is to act, until somebody else is named.
  seats(again) {
    const { seats } = this.page.alphabet;
    const chosen = this.body.by ?? this.page.form?.turn?.[0];
    return make("div", { class: seats.some(([, name]) => name.length > 8) ? "faces two" : "faces four", role: "group", "aria-label": "Who" }, seats.map(([seat, name]) =>
      button(who({ seat, name }), again(() => { this.body.by = seat; }), "choice", { "data-by": seat, "aria-pressed": String(chosen === seat) })));
  }

  openSlot(slot, again) {
    const kinds = this.page.alphabet.kinds;
    const asksKey = slot.key && this.key === null;
    const list = choicesOf(this.page.alphabet, asksKey ? slot.key : slot.kind);
    const { group } = this;
    const pick = again(asksKey ? (value) => { this.key = String(value); } : (value) => this.give(slot, value));
    const title = slot.key && !asksKey ? `${labelOf(this.page.alphabet, slot.key, this.key)}: ${slot.ask}` : slot.ask ?? slot.field;
    const found = [make("p", { class: "label", "data-open": slot.field, "data-key": this.key }, capital(title))];
    const press = (one) => { if (one.group === undefined) pick(one.value); else again(() => { this.group = one.group; })(); };
    const unseen = asksKey ? [] : [{ title: "", buttons: [{ value: "?", label: "? not seen", look: "unseen" }] }];
    for (const row of [...unseen, ...packed(list, list, group ?? undefined)]) found.push(drawn({ ...row, question: capital(title) }, press, (one) => ({ "data-value": one.group === undefined ? JSON.stringify(one.value) : null, "data-group": one.group })));
    const span = kinds[asksKey ? slot.key : slot.kind];
    if (!list.length || span?.to > 60 || slot.shape === "facts") found.push(typing(title, pick));
    const ways = [];
    if (slot.secret) ways.push(button("It is hidden: seal it instead", () => sealSheet(this.page, this.body.by), "btn", { id: "r-seal-it" }));
    if (slot.field in this.body) ways.push(button("Take it out", again(() => this.remove(slot.field)), "btn", { id: "r-out" }));
    if (!SINGLE.includes(slot.shape ?? "one") && !(slot.field in this.body)) ways.push(button("An empty list", again(() => { this.body[slot.field] = slot.shape === "many" ? [] : {}; }), "btn", { id: "r-empty" }));
    if (slot.shape === "few" && !(slot.field in this.body)) ways.push(button("As a list", again(() => { this.body[slot.field] = []; }), "btn", { id: "r-empty" }));
    if (slot.shape === "lists" && this.key !== null) {
      if (!(this.body[slot.field]?.[this.key])) ways.push(button("None", again(() => { this.body[slot.field] = { ...this.body[slot.field], [this.key]: [] }; }), "btn", { id: "r-none" }));
      ways.push(button("Somebody else", again(() => { this.key = null; }), "btn", { id: "r-else-key" }));
    }
    found.push(make("div", { class: "row" }, ways));
    return found;
  }
}
