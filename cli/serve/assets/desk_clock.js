// The clock of the round, and how much waits in each page of a tournament. The service says what is left of the time;
// the page counts on from there, by how much time has passed on it, so that a device with a wrong clock shows the same.

import { find, make, put } from "./dom.js";
import { hallPath } from "./desk_hall.js";
import { time } from "./desk_parts.js";
import { ask } from "./send.js";

// Whatever happens in the hall is news; the menu looks again soon, but not more often than this.
const SOON = 700, GAP = 4000, MINUTE = 60000;

// 37:12, and −1:05 once the time is up.
export function left(seconds) {
  const s = Math.abs(Math.trunc(seconds));
  return `${seconds < 0 && s ? "−" : ""}${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

export function followHall(desk) {
  const kept = { timer: 0, looked: -GAP, told: null, at: 0 };

  async function look() {
    kept.timer = 0;
    kept.looked = performance.now();
    if (!find("#t-search")) await tables(); // the page of all tables counts them itself
    const told = desk.hall ? await ask(hallPath(desk, "/summary")).catch(() => null) : null;
    if (!told) return;
    Object.assign(kept, { told, at: performance.now() });
    desk.ways({ ...desk.counts, results: told.ready, entrants: told.entrants, penalties: told.penalties });
    draw();
  }

  async function tables() {
    const told = await ask(`/records?${new URLSearchParams(desk.filter)}`).catch(() => null);
    if (told) desk.ways({ ...desk.counts, tables: told.total, disputes: told.rooms.filter((room) => room.claims.length).length });
  }

  const soon = () => { kept.timer ||= setTimeout(look, Math.max(SOON, kept.looked + GAP - performance.now())); };

  // Tables that were given more time have a clock of their own.
  function draw() {
    const { told } = kept, round = find("#t-round"), shown = find("#t-clock");
    const now = told?.round ? `Round ${told.round} of ${told.rounds} · ${time(new Date())}` : "";
    if (round && round.textContent !== now) put(round, now);
    if (!shown) return;
    const clock = told?.clock;
    shown.hidden = !clock;
    if (!clock) { put(shown); return; }
    const seconds = clock.left - (performance.now() - kept.at) / 1000;
    const given = Object.entries(clock.given).map(([name, more]) => `${name} ${left(seconds + more)}`);
    const words = [left(seconds), `left of ${left(clock.minutes * 60)} minutes`, given.join(" · ")];
    if (shown.dataset.words === words.join()) return;
    shown.dataset.words = words.join();
    shown.classList.toggle("bad-words", seconds < 0);
    put(shown, words[0], make("small", {}, words[1]), given.length ? make("small", {}, words[2]) : null);
  }

  setInterval(() => { if (kept.told) draw(); }, 1000);
  setInterval(soon, MINUTE);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) soon(); });
  look();
  return { soon, draw, look };
}
