// All disputes that are not over, the one that stops a table first.

import { make, put } from "./dom.js";
import { failed, head, running, state, tableName } from "./desk_parts.js";
import { ask } from "./send.js";
import { STATES } from "./words.js";

export function showDisputes(desk, main) {
  const rows = make("tbody"), trouble = make("div");
  const titles = ["Table", "Claim", "What they say", "How it stands", "Table’s state", "Age"];
  put(main, head("Disputes"), trouble, make("section", { class: "panel flat scrollx", "aria-label": "Open disputes" },
    make("table", { class: "tables" }, make("thead", {}, make("tr", {}, titles.map((words) => make("th", { scope: "col" }, words)))), rows)));

  async function load() {
    try {
      const told = await ask(`/records?${new URLSearchParams(desk.filter.event ? { event: desk.filter.event } : {})}`);
      const found = told.rooms.flatMap((room) => room.claims.map((claim) => [room, claim]));
      desk.ways({ ...desk.counts, disputes: found.length });
      put(trouble);
      put(rows, found.length ? found.map(([room, claim]) => make("tr", { class: room.state === "stopped" ? "hot" : "warm" },
        make("td", { class: "tno" }, make("a", { href: `#t/${room.id}` }, tableName(room))),
        make("td", {}, make("a", { class: "btn small-text", href: `#d/${room.id}/${claim.seq}` }, `Open ${claim.label}`)),
        make("td", {}, make("b", {}, `${claim.by}: `), `“${claim.text}”`),
        make("td", {}, STATES[claim.state] ?? claim.state), make("td", {}, state(room)),
        make("td", { class: "num" }, claim.since === null ? "–" : running(claim.since)))) : make("tr", {}, make("td", { colspan: "6" }, "Nobody contests anything now.")));
    } catch (problem) {
      put(trouble, failed(problem));
    }
  }
  let timer = 0;
  desk.hears = () => { clearTimeout(timer); timer = setTimeout(load, 300); };
  load();
  return { leave() { clearTimeout(timer); } };
}
