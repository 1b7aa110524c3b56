// Penalties: those that stand and whether they may be appealed, those that fell, and what the ladder says comes next.

import { make } from "./dom.js";
import { head, time } from "./desk_parts.js";
import { cell, hallView, paper, table } from "./desk_hall.js";

const nth = (number) => `${number}${{ 1: "st", 2: "nd", 3: "rd" }[number % 100 > 10 && number % 100 < 14 ? 0 : number % 10] ?? "th"}`;
const ways = { final: "final", appealed: "appealed", ruled: "open to appeal", deferred: "deferred" };

export function showPenalties(desk, main) {
  const named = (one) => [one.by, one.table ?? (one.record ? "its table" : "this event"), one.label].filter(Boolean).join(", ");
  const ruling = (one) => make("a", { href: one.dispute ? `#d/${one.record ?? desk.hall.id}/${one.dispute}` : `#t/${one.record ?? desk.hall.id}` }, named(one));
  const state = (one) => (one.state ? ` · ${ways[one.state] ?? one.state}${one.until ? ` until ${time(one.until)}` : ""}` : "");
  const fell = (one) => `${one.state === "overturned" || !one.state ? "overturned" : one.state}${one.ended_by ? ` by ${one.ended_by}` : ""}${one.on_appeal ? " on appeal" : ""}${one.ended_at ? `, ${time(one.ended_at)}` : ""}`;
  return hallView(desk, main, "Penalties that stand", "/penalties", (told) => {
    const rows = told.standing.map((one) => make("tr", { class: one.state && one.state !== "final" ? "warm" : null }, cell(make("b", {}, one.name)), cell(one.points ? `${one.points} ${one.level}` : one.level), cell(one.infraction), cell([ruling(one), state(one)]), cell(nth(one.times), "num"), cell(one.next || "–", "roomy")));
    return [head("Penalties that stand", make("span", { class: "pill" }, `${told.standing.length} in this event`), make("span", { class: "right row" }, paper(desk, "csv/penalties", "CSV"))),
      rows.length ? table([["Who"], ["What"], ["For"], ["Ruling"], ["Time", "num"], ["Next step", "roomy"]], rows, "") : make("p", { class: "note" }, "Nobody has a penalty. They come from rulings at the tables, with the results."),
      told.lifted.length ? make("section", { class: "panel stack" }, make("h2", {}, "No longer standing"), make("ul", { class: "plain" }, told.lifted.map((one) => make("li", {}, make("s", {}, `${one.name}, ${one.infraction}`), ` ${fell(one)}. Left the standings by itself; both rulings stay in the record. (`, ruling(one), ")")))) : null,
      make("section", { class: "panel stack" }, make("h2", {}, "The ladder of this event"), told.ladder.length ? make("dl", { class: "facts" }, told.ladder.flatMap((words) => { const [name, then] = words.split(": "); return [make("dt", {}, name), make("dd", {}, then)]; })) : make("p", { class: "small" }, "This event has no ladder: each ruling stands for itself."))].filter(Boolean);
  });
}
