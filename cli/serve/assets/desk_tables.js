// All tables: what needs somebody first, then the others. The list stands still while somebody points at it.

import { button, make, put } from "./dom.js";
import { card, heard, needed } from "./desk_cards.js";
import { failed, marks, running, state, tableName } from "./desk_parts.js";
import { ask } from "./send.js";

const SOON = 400;
// What changes with every second, or says nothing on a card.
const STILL = { age: 0, since: 0, turn: "", next: "", counts: 0, settled: 0, pen: null };

export function showTables(desk, main) {
  const view = { rows: new Map(), cards: new Map(), troubles: new Map(), rooms: [], page: 0, timer: 0, waits: false, at: null };
  const bar = make("div"), needs = make("section", { class: "needs", "aria-label": "Needs you, most urgent first" });
  const body = make("tbody"), more = make("div", { class: "row" }), trouble = make("div"), aloud = make("p", { class: "hide", role: "status" });
  const columns = [["Table"], ["Game, players"], ["State"], ["Turn"], ["Line", "num"], ["Last", "num"], ["Pen"], ["Findings"], ["Claim, age"]];
  const list = make("section", { class: "panel flat scrollx", "aria-label": "All tables" },
    make("table", { class: "tables rooms" }, make("thead", {}, make("tr", {}, columns.map(([words, look]) => make("th", { class: look, scope: "col" }, words)))), body));
  put(main, bar, trouble, needs, aloud, list, more, make("p", { class: "small" }, "What needs somebody stands first; the rest by table. The list never moves while you point at it. Keys: ↑ ↓ choose, Enter opens, / finds a name."));

  const held = () => list.matches(":hover") || list.contains(document.activeElement) || needs.matches(":hover") || needs.contains(document.activeElement);

  async function load() {
    clearTimeout(view.timer);
    const query = new URLSearchParams({ ...desk.filter, page: view.page });
    try {
      view.told = await ask(`/records?${query}`);
      put(trouble);
      take(view.told);
      if (view.told.left) view.timer = setTimeout(load, SOON);
    } catch (problem) {
      put(trouble, failed(problem));
    }
  }

  function take(told) {
    view.rooms = told.rooms;
    desk.only = desk.filter.event || (told.events.length === 1 ? told.events[0] : "");
    desk.ways({ ...desk.counts, tables: told.total, disputes: told.rooms.filter((room) => room.claims.length).length });
    draw();
  }

  function draw() {
    const order = view.rooms.map((room) => room.id).join();
    const same = order === view.order;
    view.waits = !same && view.order !== undefined && held();
    drawBar();
    if (view.waits) {
      drawCards([...view.cards.keys()].map((id) => view.rooms.find((room) => room.id === id)).filter(Boolean));
      for (const room of view.rooms) if (view.rows.has(room.id)) fill(view.rows.get(room.id), room);
      return;
    }
    view.order = order;
    drawCards(needed(desk, view.rooms));
    const rows = view.rooms.map((room) => { const row = view.rows.get(room.id) ?? newRow(room); fill(row, room); return row; });
    view.rows = new Map(view.rooms.map((room, place) => [room.id, rows[place]]));
    if (!same || !body.children.length) put(body, rows.length ? rows : make("tr", {}, make("td", { colspan: "9" }, "No tables here. Begin some under New tables.")));
    put(more, view.told.pages > 1 ? pages() : null);
  }

  function pages() {
    const turn = (by) => () => { view.page += by; view.order = undefined; load(); };
    return [button("Tables before", turn(-1), "btn small-text", { disabled: view.told.page === 0 }), make("span", { class: "small" }, `page ${view.told.page + 1} of ${view.told.pages}`),
      button("Tables after", turn(1), "btn small-text", { disabled: view.told.page + 1 >= view.told.pages })];
  }

  function drawBar() {
    if (!bar.firstChild) {
      const search = make("input", { id: "t-search", class: "field", type: "search", placeholder: "Find a name", "aria-label": "Find a name", oninput: (event) => set("name", event.target.value.trim()) });
      search.value = desk.filter.name ?? "";
      view.title = make("h1", {});
      view.pills = make("span", { class: "row", role: "status" });
      view.choose = make("span", { class: "row right" });
      put(bar, make("div", { class: "head" }, view.title, view.pills, make("span", { class: "row right filters" }, view.choose, search), make("span", { id: "t-clock", class: "clock", role: "timer", "aria-label": "Time of the round", hidden: true })));
      desk.clock?.draw();
    }
    const { told } = view;
    const round = desk.filter.round ?? (told.rounds.length === 1 ? told.rounds[0] : null);
    put(view.title, round === null ? "Tables" : `Round ${round}`);
    const pill = (count, words, look = "") => (count ? make("span", { class: `pill ${look}` }, `${count} ${words}`) : null);
    const s = told.states;
    // For what those wait that nobody plays at is in their words, which only the tables of this page have.
    const waits = () => {
      if (told.pages > 1) return [pill(s.waiting, "waiting")];
      const count = (is) => told.rooms.filter((room) => room.state === "waiting" && is(room.words)).length;
      const over = count((words) => words.startsWith("over,")), signed = count((words) => words === "signed by all"), begins = count((words) => words === "not begun");
      return [pill(over, "over, unsigned", "wait"), pill(signed, "signed"), pill(s.waiting - over - signed - begins, "waiting", "wait"), pill(begins, "not begun")];
    };
    put(view.pills, pill(told.total, told.total === 1 ? "table" : "tables"), pill(s.playing, s.playing === 1 ? "plays" : "play"), pill(s.damaged, "damaged", "bad"), pill(s.stopped, "stopped", "bad"), pill(s.contested, "contested", "wait"),
      pill(s.silent, "silent", "wait"), ...waits(), pill(s.closed, "closed"), told.left ? make("span", { class: "pill" }, `${told.left} not looked at yet`) : null,
      view.waits ? make("span", { class: "pill wait" }, "the order has changed") : null);
    const choice = (name, label, values) => make("select", { class: "field", "aria-label": label, onchange: (event) => set(name, event.target.value) },
      values.map(([value, words]) => { const one = make("option", { value }, words); one.selected = String(desk.filter[name] ?? "") === String(value); return one; }));
    view.events = [...new Set([...(view.events ?? []), ...told.events, desk.filter.event].filter(Boolean))].sort();
    const key = JSON.stringify([view.events, told.rounds, desk.filter.event, desk.filter.round, desk.filter.open]);
    if (key !== view.choices) {
      view.choices = key;
      put(view.choose, desk.me.event || (!told.events.length && !desk.filter.event) ? null : choice("event", "Event", [["", "all events"], ...view.events.map((one) => [one, one])]),
        told.rounds.length || desk.filter.round ? choice("round", "Round", [["", "all rounds"], ...[...new Set([...told.rounds.map(String), desk.filter.round].filter(Boolean))].map((one) => [one, `round ${one}`])]) : null,
        choice("open", "Which", [["true", "not closed"], ["", "all"], ["false", "closed"]]));
    }
  }

  function set(name, value) {
    if (value) desk.filter[name] = value; else delete desk.filter[name];
    view.page = 0;
    view.order = undefined;
    clearTimeout(view.timer);
    view.timer = setTimeout(load, name === "name" ? 250 : 0);
  }

  const newRow = (room) => make("tr", { tabindex: "0", "data-id": room.id, onclick: (event) => { if (!event.target.closest("a, button")) desk.go(`t/${room.id}`); }, onfocus: () => { view.at = room.id; } });

  function fill(row, room) {
    const stamp = JSON.stringify({ ...room, age: 0, since: 0, claims: room.claims.map((claim) => ({ ...claim, since: 0 })) });
    if (row.stamp === stamp) { const last = row.querySelector("[data-began]"); if (last) last.dataset.began = String(Date.now() - room.age * 1000); return; }
    row.stamp = stamp;
    row.className = { stopped: "hot", damaged: "hot", contested: "warm", silent: "warm" }[room.state] ?? (room.words.startsWith("over,") || room.words.endsWith("waiting") ? "warm" : "");
    row.setAttribute("aria-label", `${tableName(room)}, ${room.words}`);
    put(row, make("td", { class: "tno" }, String(room.table ?? "–")),
      make("td", {}, room.table === null && room.called ? [make("b", {}, room.called), " · "] : null, room.title, make("br"), make("span", { class: "tiny" }, room.players.map((one) => one.name).join(" · ")), room.event && !desk.only ? make("span", { class: "tiny" }, ` · ${room.event}`) : null),
      make("td", {}, state(room)), make("td", {}, room.turn || "–"), make("td", { class: "num" }, String(room.line)),
      make("td", { class: "num" }, ["closed"].includes(room.state) || !room.line ? "–" : running(room.age)), make("td", {}, room.pen ?? "–"), make("td", { class: "nowrap" }, marks(room)),
      make("td", {}, room.claims.map((claim) => make("a", { class: `btn small-text ${room.state === "stopped" ? "bad" : ""}`, href: `#d/${room.id}/${claim.seq}` }, claim.label, claim.since === null ? "" : [" · ", running(claim.since)]))));
  }

  // A card that says the same stays as it is, and so does the focus in one that was made anew.
  function drawCards(rooms) {
    const had = needs.contains(document.activeElement) ? document.activeElement.dataset.does : null;
    const cards = rooms.map((room) => {
      const known = view.cards.get(room.id), trouble = view.troubles.get(room.id) ?? null;
      const stamp = JSON.stringify({ ...room, ...STILL, line: room.state === "silent" && room.line, notices: room.notices.map((one) => ({ ...one, since: 0, answered: one.answered !== null })), claims: room.claims.map((claim) => ({ ...claim, since: 0 })), trouble: trouble?.words });
      return known?.stamp === stamp ? known : { stamp, room, node: card(desk, room, act, trouble) };
    });
    view.cards = new Map(cards.map((one) => [one.room.id, one]));
    const nodes = cards.map((one) => one.node);
    if (nodes.length !== needs.children.length || nodes.some((node, place) => node !== needs.children[place])) put(needs, nodes);
    needs.hidden = !nodes.length;
    if (had && !needs.contains(document.activeElement)) [...needs.querySelectorAll("[data-does]")].find((one) => one.dataset.does === had)?.focus({ preventScroll: true });
  }

  // Something that the desk does about a room.
  async function act(room, work) {
    try {
      await work();
      view.troubles.delete(room.id);
    } catch (problem) { view.troubles.set(room.id, problem); }
    await refresh(room.id);
    put(aloud, heard(view.rooms.find((one) => one.id === room.id) ?? { notices: [] }));
  }

  // One table has news: only its row is asked for. What is new, or may have moved, is asked for with the others.
  async function refresh(id) {
    const told = await ask(`/records?${new URLSearchParams({ id })}`).catch(() => null);
    const room = told?.rooms[0];
    const place = view.rooms.findIndex((one) => one.id === id);
    if (!room || place < 0 || room.state !== view.rooms[place].state) { clearTimeout(view.timer); view.timer = setTimeout(load, SOON); return; }
    view.rooms[place] = room;
    draw();
  }

  const waiting = new Map();
  desk.hears = ({ what, record }) => {
    if (what === "begin" || !record) { if (view.told) load(); return; }
    clearTimeout(waiting.get(record));
    waiting.set(record, setTimeout(async () => {
      waiting.delete(record);
      await refresh(record);
      if (what === "notice") put(aloud, heard(view.rooms.find((room) => room.id === record) ?? { notices: [] }));
    }, 150));
  };
  const settle = () => { if (view.waits && !held()) draw(); };
  list.addEventListener("pointerleave", settle);
  list.addEventListener("focusout", () => setTimeout(settle));
  view.clock = setInterval(load, 60000);
  load();
  return {
    leave() { clearTimeout(view.timer); clearInterval(view.clock); },
    key(event) {
      const rows = [...body.children].filter((row) => row.dataset.id);
      const now = rows.findIndex((row) => row === document.activeElement);
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        rows[Math.min(rows.length - 1, Math.max(0, now + (event.key === "ArrowDown" ? 1 : -1)))]?.focus();
      } else if (event.key === "Enter" && now >= 0) desk.go(`t/${rows[now].dataset.id}`);
    },
  };
}
