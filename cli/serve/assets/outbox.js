// What was tapped and is not stored by the service yet. It is written to the device before anything is drawn, sent one by
// one and in order, and only forgotten once the service has it. A lost answer is asked for again with the same key.

import { newKey, tell } from "./send.js";

const WAITS = [500, 1000, 2000, 4000, 8000];
const KEPT = [0, 401, 408, 425, 429];

function opened() {
  return new Promise((done, failed) => {
    const asked = indexedDB.open("quartermaster", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("outbox", { keyPath: "n", autoIncrement: true });
      asked.result.createObjectStore("kept");
    };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

const answered = (request) => new Promise((done, failed) => { request.onsuccess = () => done(request.result); request.onerror = () => failed(request.error); });

const finished = (change) => new Promise((done, failed) => { change.oncomplete = () => done(); change.onabort = change.onerror = () => failed(change.error); });

export class Outbox {
  // `on` is called with changed, stored (answer, entry), and pen or moved-on (entry), which stop the queue.
  constructor(record, on) { Object.assign(this, { record, on, entries: [], busy: false, tries: 0, timer: 0, store: null, lastProblem: null }); }

  async open() {
    this.store = await opened();
    const all = await answered(this.store.transaction("outbox").objectStore("outbox").getAll());
    this.entries = all.filter((one) => one.record === this.record);
    for (const name of ["online", "pageshow", "focus"]) addEventListener(name, () => this.now());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.now(); });
    addEventListener("beforeunload", (event) => { if (this.waiting.length) event.preventDefault(); });
    this.on("changed");
    this.now();
  }

  get waiting() { return this.entries.filter((one) => one.state !== "refused"); }

  get refused() { return this.entries.filter((one) => one.state === "refused"); }

  // The first one stands in the way of the others.
  get stopped() { const [first] = this.waiting; return first && (first.state === "conflict" || first.state === "pen") ? first : null; }

  change(action) {
    const change = this.store.transaction("outbox", "readwrite", { durability: "strict" });
    const result = action(change.objectStore("outbox"));
    return finished(change).then(() => result.result);
  }

  // `said` is what was tapped, in words; `size` the lines that the page has seen.
  async put(what, said, size) {
    const entry = { record: this.record, key: newKey(), expect: size + this.waiting.length, ...what, said, tapped: Date.now(), state: "waiting" };
    entry.n = await this.change((store) => store.add(entry));
    this.entries.push(entry);
    this.on("changed");
    this.now();
    return entry;
  }

  async save(entry) { await this.change((store) => store.put(entry)); this.on("changed"); }

  async drop(entry) {
    await this.change((store) => store.delete(entry.n));
    this.entries = this.entries.filter((one) => one !== entry);
    this.on("changed");
  }

  // Lines behind one that became more lines than one, or none, or moved on.
  async shift(after, by) {
    if (!by) return;
    for (const one of this.waiting.filter((each) => each.n > after.n)) { one.expect += by; await this.save(one); }
  }

  async takeBack(entry) { await this.drop(entry); await this.shift(entry, -1); this.now(); }

  async again(entry, changes) {
    const by = (changes.expect ?? entry.expect) - entry.expect;
    Object.assign(entry, { since: undefined, why: undefined }, changes, { state: "waiting" });
    await this.save(entry);
    await this.shift(entry, by);
    this.now();
  }

  now() { clearTimeout(this.timer); this.tries = 0; this.run(); }

  async run() {
    if (this.busy || !this.store) return;
    this.busy = true;
    let later = null;
    try {
      for (let entry = this.waiting[0]; entry && entry.state === "waiting" && later === null; entry = this.waiting[0]) later = await this.send(entry);
    } finally {
      this.busy = false;
    }
    if (later !== null) this.timer = setTimeout(() => this.run(), later);
  }

  // How long to wait before it is tried again; null: it is done with.
  async send(entry) {
    const { key, expect, over = false } = entry;
    const what = entry.say ? { say: entry.say } : { events: [entry.event] };
    try {
      const answer = await tell(`/records/${encodeURIComponent(this.record)}/events`, { key, expect, over, form: true, ago: Math.min(Math.max(0, Date.now() - entry.tapped), 86400000), ...what });
      this.tries = 0;
      this.lastProblem = null;
      await this.drop(entry);
      await this.shift(entry, answer.repeated ? 0 : answer.size - expect - 1);
      this.on("stored", answer, entry);
      return null;
    } catch (problem) {
      if (!(problem instanceof Error) || problem.kind === undefined) throw problem;
      return this.trouble(entry, problem);
    }
  }

  async trouble(entry, problem) {
    if (KEPT.includes(problem.status) || problem.status >= 500) {
      this.lastProblem = problem;
      this.on("changed");
      return WAITS[Math.min(this.tries++, WAITS.length - 1)];
    }
    if (problem.kind === "moved-on") Object.assign(entry, { state: "conflict", since: problem.since ?? [], size: problem.size, why: problem.words });
    else if (problem.kind === "pen") Object.assign(entry, { state: "pen", why: problem.words });
    else Object.assign(entry, { state: "refused", why: problem.words, readings: problem.readings });
    await this.save(entry);
    if (entry.state === "refused") await this.shift(entry, -1);
    this.on(entry.state, entry);
    return null;
  }

  // Something else that the device keeps, such as the alphabet of the table.
  async keep(name, value) {
    const change = this.store.transaction("kept", "readwrite");
    change.objectStore("kept").put(value, `${this.record}/${name}`);
    await finished(change);
  }

  kept(name) { return answered(this.store.transaction("kept").objectStore("kept").get(`${this.record}/${name}`)); }
}
