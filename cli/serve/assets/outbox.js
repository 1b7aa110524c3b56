// What was tapped and is not stored by the service yet. It is written to the device before anything is drawn, sent in
// order, and only forgotten once the service has it. A lost answer is asked for again with the same key.
//
// Lines that wait are sent together, up to 20 of them, all or none. Which lines those are, and their key, is written to
// the device before they are sent: after a lost answer or a closed tab it is the same call again.

import { DEAD, newKey, tell } from "./send.js";

const WAITS = [500, 1000, 2000, 4000, 8000];
const KEPT = [0, 401, 408, 425, 429];
const TOGETHER = 20;
const LETTERS = 40000;
const DAY = 86400000;
const NEVER = 0;

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
  // `on` is called with changed, stored (answer, lines), late (lines that were taken back too late), and with conflict,
  // pen and refused (line).
  constructor(record, on) { Object.assign(this, { record, on, entries: [], busy: false, tries: 0, timer: 0, store: null, lastProblem: null, size: 0, added: null }); }

  async open() {
    this.store = await opened();
    const all = await answered(this.store.transaction("outbox").objectStore("outbox").getAll());
    this.entries = all.filter((one) => one.record === this.record);
    this.size = (await this.kept("size")) ?? 0;
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
    const change = this.store.transaction(["outbox", "kept"], "readwrite", { durability: "strict" });
    const result = action(change.objectStore("outbox"), change.objectStore("kept"));
    return finished(change).then(() => result?.result);
  }

  // `said` is what was tapped, in words; `size` the lines that the page has seen.
  async put(what, said, size) {
    const last = this.waiting.at(-1);
    const expect = last ? last.expect + 1 : Math.max(size, this.size);
    const entry = { record: this.record, key: newKey(), expect, ...what, said, tapped: Date.now(), state: "waiting", tried: !last };
    this.added = entry;
    try { entry.n = await this.change((store) => store.add(entry)); } finally { this.added = null; }
    this.entries.push(entry);
    if (entry.expect !== expect) await this.commit([entry]); // one before it was stored or refused meanwhile
    else this.on("changed");
    this.now();
    return entry;
  }

  // What changes together is written together: a tab may be closed at any moment.
  async commit(saved, dropped = []) {
    if (saved.length + dropped.length) {
      await this.change((store, kept) => {
        for (const one of saved) store.put(one);
        for (const one of dropped) store.delete(one.n);
        kept.put(this.size, `${this.record}/size`); // or a page that opens again would take its own lines for another story
      });
    }
    this.entries = this.entries.filter((one) => !dropped.includes(one));
    this.on("changed");
  }

  drop(some) { return this.commit([], some); }

  // The lines behind one that became more lines than one, or none.
  shifted(after, by) {
    const behind = by ? this.waiting.filter((each) => each.n > after.n) : [];
    for (const one of behind) one.expect += by;
    if (by && this.added) this.added.expect += by;
    return behind;
  }

  // What was sent once may be stored, although its answer was lost: that has to be asked first.
  async takeBack(entry) {
    if (entry.tried && entry.state === "waiting") {
      entry.unwanted = true;
      await this.commit([entry]);
    } else {
      await this.commit(this.shifted(entry, -1), [entry]);
    }
    this.now();
  }

  // After a conflict: these come next, in this order. Whatever they were sent with before, nothing of it was stored.
  async renumber(some, size) {
    for (const [place, one] of some.entries()) Object.assign(one, { expect: size + place, state: "waiting", since: undefined, why: undefined, batch: undefined, tried: false });
    await this.commit(some);
    this.now();
  }

  // Whoever writes without the pen does so with all that waits.
  async insist(over) {
    const some = this.waiting;
    for (const one of some) Object.assign(one, { state: "waiting", why: undefined, ...(over ? { over } : {}) });
    await this.commit(some);
    this.now();
  }

  // A line of ours that went another way: the next one comes after it. If others came between, the stream tells of both.
  async wrote(answer, seen) {
    if (answer.first > Math.max(seen, this.size) || answer.size <= this.size) return;
    this.size = answer.size;
    await this.keep("size", this.size);
  }

  now() { clearTimeout(this.timer); this.tries = 0; this.run(); }

  async run() {
    if (this.busy || !this.store) return;
    this.busy = true;
    let later = WAITS.at(-1); // also if the device cannot write just now, or the page breaks over an answer
    try {
      later = await this.sendAll();
    } finally {
      this.busy = false;
      if (later !== null) this.timer = setTimeout(() => this.run(), later);
    }
  }

  // How long to wait before it is tried again; null: nothing is left to be sent.
  async sendAll() {
    let later = null;
    for (let some = this.next(); some.length && later === null; some = this.next()) {
      await this.settle(some);
      later = await this.send(some);
    }
    return later;
  }

  // What is sent next: the lines that were sent together before, or as many as may be.
  next() {
    const [first, ...behind] = this.waiting;
    if (first?.state !== "waiting") return [];
    if (first.batch) return [first, ...behind.filter((one) => one.batch === first.batch)];
    const isAlone = (one) => !one.event || one.alone || one.tried;
    if (isAlone(first)) return [first];
    const some = [first];
    let letters = JSON.stringify(first.event).length;
    for (const one of behind) {
      if (some.length === TOGETHER || isAlone(one) || one.batch || one.state !== "waiting" || Boolean(one.over) !== Boolean(first.over) || one.expect !== first.expect + some.length) break;
      letters += JSON.stringify(one.event).length;
      if (letters > LETTERS) break;
      some.push(one);
    }
    return some;
  }

  async settle(some) {
    if (some.every((one) => one.tried)) return;
    const batch = some.length > 1 ? newKey() : undefined;
    for (const one of some) Object.assign(one, { tried: true, batch });
    await this.commit(some);
  }

  // How long to wait before it is tried again; null: it is done with.
  async send(some) {
    const [first] = some;
    const probe = some.some((one) => one.unwanted);
    const agos = some.map((one) => Math.min(Math.max(0, Date.now() - one.tapped), DAY));
    const what = first.say ? { say: first.say } : { events: some.map((one) => one.event) };
    const call = { key: first.batch ?? first.key, expect: probe ? NEVER : first.expect, over: Boolean(first.over), form: this.waiting.length === some.length, brief: true, ago: some.length > 1 ? agos : agos[0] };
    try {
      return await this.stored(some, await tell(`/records/${encodeURIComponent(this.record)}/events`, { ...call, ...what }, DEAD));
    } catch (problem) {
      if (!(problem instanceof Error) || problem.kind === undefined) throw problem;
      return this.trouble(some, problem, probe);
    }
  }

  async stored(some, answer) {
    const [first] = some;
    this.tries = 0;
    this.lastProblem = null;
    this.size = Math.max(this.size, answer.size);
    // Stored elsewhere than expected: at an earlier try, before others were added that the lines behind count with it.
    const by = answer.first === first.expect ? answer.size - first.expect - some.length : -some.length;
    const behind = this.shifted(some.at(-1), by);
    some.at(-1).expect += by; // a line that is tapped before the device has written this goes on from here
    await this.commit(behind, some);
    this.on("stored", answer, some);
    const unwanted = some.filter((one) => one.unwanted);
    if (unwanted.length) this.on("late", unwanted);
    return null;
  }

  async trouble(some, problem, probe) {
    const [first] = some;
    if (KEPT.includes(problem.status) || problem.status >= 500 || problem.kind === "unclear") {
      this.lastProblem = problem;
      this.on("changed");
      return WAITS[Math.min(this.tries++, WAITS.length - 1)];
    }
    if (problem.kind === "moved-on" && probe) return this.notStored(some);
    if (problem.kind === "moved-on") Object.assign(first, { state: "conflict", since: problem.since ?? [], size: problem.size, why: problem.words });
    else if (problem.kind === "pen") Object.assign(first, { state: "pen", why: problem.words, pen: problem.pen });
    else if (some.length > 1) for (const one of some) one.alone = true; // which of them it was is found out one by one
    else Object.assign(first, { state: "refused", why: problem.words, readings: problem.readings });
    if (problem.kind !== "pen") for (const one of some) one.batch = undefined;
    await this.commit([...some, ...(first.state === "refused" ? this.shifted(first, -1) : [])]);
    if (first.state !== "waiting") this.on(first.state, first);
    return null;
  }

  // Nothing of it was stored, so what was taken back is gone, and the rest is sent anew.
  async notStored(some) {
    const gone = some.filter((one) => one.unwanted);
    for (const one of some) Object.assign(one, { batch: undefined, tried: false });
    const behind = new Set(gone.flatMap((one) => this.shifted(one, -1)));
    await this.commit([...some, ...behind].filter((one) => !one.unwanted), gone);
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
