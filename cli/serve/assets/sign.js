// Signing: the result with its reasons, what is open, and what a signature ends.

import { button, MAIN, make, put, small, waiting } from "./dom.js";
import { ask, send } from "./send.js";
import { counted, findingsWords, who } from "./words.js";

function why(seat) {
  const total = seat.between ? `${seat.between[0]} to ${seat.between[1]}` : seat.total === null ? (seat.out ? "out" : "") : `${seat.total}`;
  const lines = seat.lines.map((line) => `${line.what}${line.points === null ? "" : `: ${line.points}`}${line.why ? ` (${line.why})` : ""}`);
  return [make("b", {}, total), total && lines.length ? ": " : "", lines.join(", ")];
}

function places(table, score) {
  const order = [...score.seats].sort((one, other) => (one.place ?? 99) - (other.place ?? 99));
  const row = (seat) => make("tr", {}, make("td", { class: "num" }, String(seat.place ?? "–")),
    make("td", {}, who({ seat: seat.seat, name: table.name(seat.seat) }), seat.seat === table.now.eyes ? " (you)" : "", make("p", { class: "small" }, why(seat))));
  return make("table", {}, make("caption", { class: "hide" }, "Places"),
    make("thead", {}, make("tr", {}, make("th", { class: "num", scope: "col" }, "Place"), make("th", { scope: "col" }, "Player, and why"))), make("tbody", {}, order.map(row)));
}

// What opens the sheet of signing.
export function signing(table, contest) {
  async function show() {
    const begun = Date.now();
    const trouble = waiting();
    let score, matters, head;
    try {
      [score, matters, head] = await Promise.all([ask(table.path("/score")), ask(table.path("/matters")), ask(table.path("/head"))]);
    } catch (problem) {
      table.notice("sent", `You cannot sign here. ${problem.words} The scribe can tick your signature.`);
      return;
    }
    const { now } = table;
    const open = now.claims.filter((claim) => !matters.claims.find((one) => one.seq === claim.seq)?.ended);
    const signed = matters.signs.filter((one) => one.statement !== "refuse").map((one) => `${one.name} (${counted((one.size ?? 1) - 1, "line")}, grade ${one.grade})`);
    const facts = [["Lines", String(head.size - 1)], ["Code", make("span", { class: "code" }, head.code)], ["Open", open.length ? open.map((one) => one.label).join(", ") : "nothing"],
      ["Rules", findingsWords(now.counts)], ["Signed", signed.join(", ") || "nobody yet"]];
    const accept = async () => {
      const body = { do: "sign", seat: now.eyes, head: head.head, statement: open.length ? "accept-with" : "accept" };
      if (open.length) body.disputes = open.map((one) => one.seq);
      try {
        const answer = await send(table.path("/events"), { events: [body] }, { expect: head.size, begun });
        table.closeSheet();
        table.notice("sent", `You signed ${counted(head.size - 1, "line")}. Your signature is line ${answer.last}.`);
        table.refresh();
      } catch (problem) {
        const moved = problem.kind === "moved-on";
        put(trouble, moved ? "Something was logged meanwhile, so you did not sign." : problem.words, moved && button("Show the result again", show, "btn"));
      }
    };
    table.openSheet("Is this the result?", [places(table, score), ...score.notes.map((note) => small(note)),
      make("dl", { class: "kv" }, facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])),
      make("p", { class: "note" }, table.times?.() ?? "After you sign, you can no longer contest moves. What was hidden, and conduct: at any time.", " A correction after this counts only once you confirm it, or an official does.",
        open.length ? ` You sign with a reservation: ${open.map((one) => one.label).join(", ")}.` : ""), trouble],
    [button("It is not right", () => contest(), "btn wide"), button(`Sign ${counted(head.size - 1, "line")} as ${now.you}`, accept, MAIN),
      make("p", { class: "tiny" }, "From your own device, by this link (grade B).")]);
  }
  return show;
}
