// Who looked at what, in the last thirty days.

import { make, put } from "./dom.js";
import { day, failed, head, linesWords, options, tableWords, time } from "./desk_parts.js";
import { ask } from "./send.js";

const EYES = { official: "everything", table: "what the table sees" };

export function showVisits(desk, main) {
  const rows = make("tbody"), trouble = make("div");
  let eyes = "official";
  put(main, head("Who looked"), options("Whose looks", [["official", "with an official’s eyes"], ["", "all"]], eyes, (value) => { eyes = value; load(); }), trouble,
    make("section", { class: "panel flat scrollx" }, make("table", { class: "tables" }, make("thead", {}, make("tr", {}, ["When", "Who", "Sees", "Table, lines"].map((words) => make("th", { scope: "col" }, words)))), rows)),
    make("p", { class: "small" }, "Looks of one day are one line. Of an address only the network is kept, and everything is forgotten after 30 days."));

  async function load() {
    try {
      const [{ visits }, { rooms }] = await Promise.all([ask(`/visits${eyes ? `?eyes=${eyes}` : ""}`), ask("/records")]);
      const known = new Map(rooms.map((room) => [room.id, room]));
      const sees = ({ eyes: seat, record }) => EYES[seat] ?? `what ${known.get(record)?.players.find((one) => one.seat === seat)?.name ?? seat} sees`;
      const table = ({ record }) => (known.has(record) ? tableWords(known.get(record)) : "a table");
      put(rows, visits.length ? visits.slice(0, 500).map((one) => make("tr", {}, make("td", {}, `${day(one.at)} ${time(one.at)}`), make("td", {}, one.who, make("br"), make("span", { class: "tiny" }, one.device)), make("td", {}, sees(one)), make("td", {}, make("a", { href: `#t/${one.record}` }, table(one)), make("br"), make("span", { class: "tiny" }, linesWords(one))))) : make("tr", {}, make("td", { colspan: "4" }, "Nobody so far.")));
      put(trouble);
    } catch (problem) { put(trouble, failed(problem)); }
  }
  load();
  return {};
}
