// The links of a table as cards to print: a QR code only while it is new, then the device that uses it.

import { button, find, make, put } from "./dom.js";
import { day, failed, head, linesWords, tableName, tableWords, time } from "./desk_parts.js";
import { showOwnLinks } from "./desk_own_links.js";
import { otherTerms } from "./desk_terms.js";
import { ask, remove, tell } from "./send.js";

export function showLinks(desk, main, id) {
  const trouble = make("div"), top = make("div", { class: "no-print" }), cards = make("div"), looks = make("div", { class: "no-print" }), own = make("div", { class: "no-print" });
  put(main, top, trouble, cards, looks, own);
  showOwnLinks(own);
  const view = { rooms: [], at: -1 };

  async function load() {
    try {
      const query = { ...(desk.filter.event ? { event: desk.filter.event } : {}), ...(desk.filter.round ? { round: desk.filter.round } : {}), open: "true" };
      view.rooms = (await ask(`/records?${new URLSearchParams(query)}`)).rooms;
      if (id && !view.rooms.some((room) => room.id === id)) view.rooms.push(...(await ask(`/records?${new URLSearchParams({ id })}`)).rooms); // one that is closed
      view.rooms.sort((a, b) => String(a.table ?? "").localeCompare(String(b.table ?? ""), undefined, { numeric: true }));
      if (!view.rooms.length) { put(top, head("Links"), make("p", { class: "note" }, "There are no open tables. Begin some under New tables.")); return; }
      view.at = Math.max(0, view.rooms.findIndex((room) => room.id === id));
      view.room = view.rooms[view.at];
      view.links = (await ask(`/records/${view.room.id}/grants`)).links;
      draw();
      drawLooks();
    } catch (problem) { put(trouble, failed(problem)); }
  }

  function draw() {
    const { rooms, at, room } = view;
    const turn = (by) => () => desk.go(`links/${rooms[(at + by + rooms.length) % rooms.length].id}`);
    const official = make("input", { class: "field", "aria-label": "Name of the official", placeholder: "Kim" });
    put(top, make("div", { class: "stack" }, head(`Links for ${tableWords(room)}`,
      make("div", { class: "seg", role: "group", "aria-label": "Table" }, button("◂", turn(-1), "", { "aria-label": "Table before" }), make("span", { class: "here" }, String(room.table ?? at + 1)), button("▸", turn(1), "", { "aria-label": "Next table" })),
      make("span", { class: "row right" }, button("Make and print this table", () => paper([room]), "btn"), button(`Make and print all ${rooms.length}`, () => paper(rooms), "btn main"))),
      make("p", { class: "note" }, "Whoever scans first has the seat; after that its link is not shown again. A new link closes the old one at once."),
      make("div", { class: "row" }, button("New link for a scribe", () => fresh({ role: "scribe" }), "btn small-text"), button("New link for spectators", () => fresh({ role: "spectator" }), "btn small-text"),
        room.players.map((one) => button(`New link for ${one.name}`, () => fresh({ role: "seat", seat: one.seat }), "btn small-text")),
        make("span", { class: "row one" }, official, button("New link for this official", () => fresh({ role: "official", name: official.value.trim(), whole_event: Boolean(room.event) }), "btn small-text"))),
      view.terms ??= otherTerms(room, fresh)));
    put(cards, make("div", { class: "links" }, view.links.flatMap((link) => [card(link), link.wall_qr ? wall(link) : null].filter(Boolean))));
  }

  // The link of those who watch, once more for a screen: nobody types its address there.
  const wall = (link) => make("article", { class: "link" }, make("h2", {}, "Wall"), drawn(link.wall_qr), make("p", { class: "small" }, "the same, large, for a screen on the wall"), make("p", { class: "tiny address" }, link.wall));

  function card(link) {
    const again = { role: link.role, ...(link.seat ? { seat: link.seat } : {}), ...(link.role === "scribe" ? { eyes: link.eyes } : {}), ...(link.role === "spectator" ? { delay: link.delay } : {}), ...(link.until && link.state !== "ended" ? { until: Math.max(1, Math.round((new Date(link.until) - Date.now()) / 60000)) } : {}), ...(link.role === "official" ? { name: link.title.split(",")[0], whole_event: !link.record } : {}) };
    const path = `/records/${view.room.id}/grants/${link.id}`;
    const badge = link.state === "ended" ? ["open", link.why] : link.asking.length ? ["bad", `a second device asked ${time(link.asking[0].since)}`] : link.has_pen ? ["good", "has the pen"] : link.state === "in use" ? ["good", "in use"] : link.state === "open" ? ["good", `${link.devices} watch`] : ["open", "not scanned yet"];
    const asking = link.asking.map((one) => make("div", { class: "stack" }, make("p", { class: "small" }, `${one.device} wants in.`), make("div", { class: "row tight" },
      button(`Let ${one.device} in`, () => act(() => tell(`${path}/asking`, { session: one.session, allow: true })), "btn small-text"), button("Send it away", () => act(() => tell(`${path}/asking`, { session: one.session, allow: false })), "btn small-text"))));
    const face = link.qr ? drawn(link.qr) : make("div", { class: "taken" }, make("b", {}, link.state === "open" ? "open" : link.state), link.device ? make("span", {}, `${link.device}, since ${time(link.since)}`) : null, make("span", { class: "tiny" }, link.state === "ended" ? "it opens nothing any more" : "its link is not shown again"));
    return make("article", { class: "link" }, make("h2", {}, link.title), face, make("p", { class: "small" }, link.sees, link.until && link.state !== "ended" ? `; until ${day(link.until)}, ${time(link.until)}` : ""), make("span", { class: `badge ${badge[0]} no-print` }, badge[1]), asking,
      link.link ? make("p", { class: "tiny address" }, link.link) : null,
      make("div", { class: "row tight no-print" }, button("New link", () => fresh(again), "btn small-text"), link.state === "in use" ? button("Free the device", () => act(() => tell(`${path}/free`)), "btn small-text") : null, link.state === "ended" ? button("Take off this list", () => act(() => remove(path)), "btn small-text", { "aria-label": `Take the link of ${link.title} off this list` })
        : button("Close", () => act(() => remove(path)), "btn small-text bad", { "aria-label": `Close the link of ${link.title}` })));
  }

  // The code comes from the service itself, as a picture without script.
  function drawn(svg) {
    const node = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
    node.setAttribute("role", "img");
    node.setAttribute("aria-label", "QR code of the link");
    return document.importNode(node, true);
  }

  async function act(work) {
    try { await work(); view.links = (await ask(`/records/${view.room.id}/grants`)).links; put(trouble); draw(); } catch (problem) { put(trouble, failed(problem)); }
  }

  const fresh = (wanted) => act(() => tell(`/records/${view.room.id}/grants`, wanted));

  // One page of cards for each table; links that are in use stay as they are, and have no card.
  async function paper(rooms) {
    const sheets = [];
    try {
      for (const room of rooms) {
        const { links } = await tell(`/records/${room.id}/links`, {});
        sheets.push(make("section", { class: "a4" }, make("h1", {}, `${tableName(room)}${room.round === null ? "" : `, round ${room.round}`}`), make("p", { class: "sub" }, [room.event, room.title, room.players.map((one) => one.name).join(" · ")].filter(Boolean).join(" · ")),
          make("div", { class: "cards" }, links.filter((link) => link.qr).map((link) => make("article", { class: "card" }, make("h2", {}, link.title), drawn(link.qr), make("p", {}, link.sees), make("p", { class: "tiny address" }, link.link)))),
          make("p", { class: "foot" }, "Whoever scans first has the seat. Lost it? The desk makes a new one, which closes this one.")));
      }
    } catch (problem) { put(trouble, failed(problem)); return; }
    find("#t-paper")?.remove();
    document.body.append(make("div", { id: "t-paper", class: "paper only-print" }, sheets));
    document.body.classList.add("prints");
    await load();
    print();
  }

  async function drawLooks() {
    const { visits } = await ask(`/visits?${new URLSearchParams({ record: view.room.id, eyes: "official" })}`).catch(() => ({ visits: [] }));
    put(looks, make("section", { class: "panel" }, make("h2", {}, "Who looked with an official’s eyes"), make("p", { class: "small" }, visits.length ? `${visits.slice(0, 12).map((one) => `${one.who} (${one.device}), ${linesWords(one)}, ${time(one.at)}`).join(" · ")}. Kept for 30 days.` : "Nobody so far. Looks are kept for 30 days.")));
  }

  load();
  let timer = 0;
  desk.hears = ({ what, record }) => { if (record === view.room?.id && !["table", "claim", "finding", "silent", "notice"].includes(what)) { clearTimeout(timer); timer = setTimeout(() => act(() => null), 300); } };
  return { leave() { clearTimeout(timer); find("#t-paper")?.remove(); document.body.classList.remove("prints"); } };
}
