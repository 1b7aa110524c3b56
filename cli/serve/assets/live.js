// The stream of a table: server-sent events over fetch. EventSource does not tell of the heartbeat, so it could not say
// when a line is dead; and it does not tell why it was refused.

import { DEAD, problemIn } from "./send.js";

const WAITS = [500, 1000, 2000, 4000, 8000];

export class Live {
  // `on` is called with now, step, pen, ended, refused (a Problem) and state (live, lost, hidden).
  constructor(record, query, on) {
    Object.assign(this, { record, query, on, size: null, tries: 0, over: false, abort: null, timer: 0 });
    document.addEventListener("visibilitychange", () => (document.hidden ? this.hide() : this.show()));
    addEventListener("online", () => this.show());
  }

  // Begin, or begin anew in another arrangement.
  open(query = this.query) {
    if (query.picture !== this.query.picture) this.size = null;
    this.query = query;
    this.stop();
    if (!document.hidden && !this.over) this.follow();
  }

  path() { return `/records/${encodeURIComponent(this.record)}/live`; }

  stop() {
    clearTimeout(this.timer);
    this.abort?.abort();
    this.abort = null;
  }

  hide() { this.stop(); this.on("state", "hidden"); }

  show() { if (!document.hidden && !this.over) { this.tries = 0; this.open(); } }

  end() { this.over = true; this.stop(); }

  async follow() {
    const mine = (this.abort = new AbortController());
    const query = new URLSearchParams(this.query);
    if (this.size !== null) query.set("after", this.size);
    try {
      this.watch(mine);
      const response = await fetch(`/api/v1${this.path()}?${query}`, { signal: mine.signal, cache: "no-store" });
      if (!response.ok) throw await problemIn(response);
      this.on("state", "live");
      await this.read(response.body.getReader(), mine);
    } catch (problem) {
      if (this.abort !== mine) return;
      if ([401, 403, 404, 422].includes(problem.status)) { this.end(); this.on("refused", problem); return; }
    }
    if (this.abort === mine && !this.over) this.again();
  }

  async read(reader, mine) {
    const decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done || this.abort !== mine) return;
      this.watch(mine);
      this.tries = 0;
      rest += decoder.decode(value, { stream: true });
      const frames = rest.split("\n\n");
      rest = frames.pop();
      for (const frame of frames) this.take(frame);
    }
  }

  take(frame) {
    const told = {};
    for (const line of frame.split("\n")) {
      const colon = line.indexOf(":");
      if (colon > 0) told[line.slice(0, colon)] = line.slice(colon + 1).trimStart();
    }
    if (!told.event) return;
    if (told.id) this.size = Number(told.id);
    if (told.event === "ended") this.end();
    if (told.event === "bye") this.tries = 1; // the service starts again: it asks for a second
    this.on(told.event, JSON.parse(told.data));
  }

  // Neither a lost Wi-Fi nor a sleeping phone closes a stream: a line without a byte for 25 s is dead.
  watch(mine) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { if (this.abort === mine) { this.stop(); this.again(); } }, DEAD);
  }

  again() {
    this.stop();
    this.on("state", "lost");
    this.timer = setTimeout(() => this.open(), WAITS[Math.min(this.tries++, WAITS.length - 1)]);
  }
}
