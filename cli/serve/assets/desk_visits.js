// Who looked at what, in the last thirty days.

import { make, put } from "./dom.js";
import { day, failed, head, options, tableWords, time } from "./desk_parts.js";
import { ask } from "./send.js";

const EYES = { official: "everything", table: "what the table sees" };

export function showVisits(desk, main) {
  const rows = make("tbody"), trouble = make("div");
  let eyes = "official";
  put(main, head("Who looked"), options("Whose looks", [["official", "with an official’s eyes"], ["", "all"]], eyes, (value) => { eyes = value; load(); }), trouble,
    make("section", { class: "panel flat scrollx" }, make("table", { class: "tables" }, make("thead", {}, make("tr", {}, ["When", "Who", "Device", "Sees", "Table", "Lines"].map((words) => make("th", { scope: "col" }, words)))), rows)),
    make("p", { class: "small" }, "Looks of one day are one line. Of an address only the network is kept, and everything is forgotten after 30 days."));

  async function load() {
    try {
      const [{ visits }, { rooms }] = await Promise.all([ask(`/visits${eyes ? `?eyes=${eyes}` : ""}`), ask("/records")]);
      const names = new Map(rooms.map((room) => [room.id, tableWords(room)]));
      put(rows, visits.length ? visits.slice(0, 500).map((one) => make("tr", {}, make("td", {}, `${day(one.at)} ${time(one.at)}`), make("td", {}, one.who), make("td", {}, one.device), make("td", {}, EYES[one.eyes] ?? `what ${one.eyes} sees`), make("td", {}, make("a", { href: `#t/${one.record}` }, names.get(one.record) ?? "a table")), make("td", {}, `${one.first}–${one.last}`))) : make("tr", {}, make("td", { colspan: "6" }, "Nobody so far.")));
      put(trouble);
    } catch (problem) { put(trouble, failed(problem)); }
  }
  load();
  return {};
}
