// Results: what is missing at each table, collecting, and slips entered by tapping.

import { field, make, put } from "./dom.js";
import { head } from "./desk_parts.js";
import { act, cell, hallView, hallWrite, mayOrganise, rowAct, table } from "./desk_hall.js";
import { ask } from "./send.js";

const SHAPES = { waiting: "over", playing: "run", over: "over", unsigned: "mute", disputed: "halt", collected: "done", "gone on": "claim", "not at hand": "mute", "to come": "over" };
const ORDER = ["disputed", "gone on", "not at hand", "unsigned", "over", "to come", "playing", "waiting", "collected"];

export function showResults(desk, main) {
  const slip = make("section", { class: "panel stack", hidden: true, "aria-label": "Slip" });
  let open = null;

  const who = make("select", {}), reason = make("input", { maxlength: 500, autocomplete: "off" });
  const written = (answer) => (answer.written ? `${answer.written} ${answer.written === 1 ? "line was" : "lines were"} written.` : "Nothing new to write.");
  const take = () => view.act(() => hallWrite(desk, "/collect", { unsigned: reason.value.trim() || "not signed", by: who.value }), written);
  const unsigned = make("details", { class: "panel" }, make("summary", {}, "Take results that somebody has not signed"), make("div", { class: "stack" }, make("p", { class: "small" }, "An official decides it, and the reason is written down."), make("div", { class: "pair" }, field("Official", who), field("Why", reason)), make("div", { class: "row" }, act("Take them without signatures", take))));

  const view = hallView(desk, main, "Results", "/board", (told) => {
    if (!told.round) return [head("Results"), make("p", { class: "note" }, "No round is seated yet.")];
    if (who.options.length !== told.officials.length) put(who, told.officials.map((name) => make("option", {}, name)));
    const shown = told.tables.filter((one) => one.table.startsWith(`r${told.round}t`) || one.state !== "collected");
    const done = shown.filter((one) => Object.keys(one.places).length).length;
    const rows = [...shown].sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)).map(row);
    const collect = mayOrganise(desk) ? act(told.ready ? `Collect what is ready: ${told.ready}` : "Look for results again", () => view.act(() => hallWrite(desk, "/collect", {}), written), "btn main tall right") : null;
    return [head(`Results, round ${told.round}`, make("span", { class: "pill" }, `${done} of ${shown.length} collected`), collect), view.said,
      make("div", { class: "results" }, table([["Table"], ["Game", "roomy"], ["State"], ["Result, or what is missing"], [""]], rows, ""), slip),
      make("p", { class: "small" }, "Collecting twice does no harm. A later ruling replaces the result by itself, and both stay."), mayOrganise(desk) && told.officials.length && shown.some((one) => one.state === "unsigned") ? unsigned : null].filter(Boolean);
  });
  view.held = () => open !== null;

  function row(one) {
    const places = Object.entries(one.places).map(([name, place]) => `${place} ${name}`).join(", ");
    const look = { disputed: "hot", "gone on": "warm", unsigned: "warm", "not at hand": "warm" }[one.state] ?? (one.silent ? "warm" : "");
    const words = one.state === "collected" ? [places, one.code ? [" · code ", make("span", { class: "code" }, one.code)] : ` · ${one.words}`] : [places ? `${places} · ` : "", make("b", {}, one.state === "unsigned" ? `not signed: ${one.words}` : one.words)];
    const does = [one.state === "disputed" && one.record ? make("a", { class: "btn small-text", href: `#t/${one.record}`, "aria-label": `Open ${one.table}` }, "Open") : null,
      mayOrganise(desk) && one.state !== "collected" ? rowAct("Slip", `Enter a slip of ${one.table}`, () => enterSlip(one)) : null].filter(Boolean);
    return make("tr", { class: look }, cell(make("b", { class: "tno" }, one.record ? make("a", { href: `#t/${one.record}` }, one.table) : one.table)), cell(one.game, "roomy"), cell(make("span", { class: `state ${SHAPES[one.state]}` }, one.state)), cell(words.flat()), cell(make("div", { class: "row" }, does)));
  }

  // Tapping gives the places; level: with the one before.
  async function enterSlip(one) {
    const people = (await ask(`/tournaments/${encodeURIComponent(desk.hall.id)}`)).entrants.filter((who) => who.table === one.table || one.players.includes(who.name));
    const players = one.players.map((name) => people.find((who) => who.name === name && who.table === one.table) ?? people.find((who) => who.name === name));
    const groups = [], why = make("input", { maxlength: 500, autocomplete: "off" }), code = make("input", { maxlength: 12, autocomplete: "off", class: "mono", placeholder: "XXXX-XXXX", autocapitalize: "characters", spellcheck: "false" }), signed = new Set();
    let level = false, first = true;
    open = one.table;
    slip.hidden = false;
    const placeOf = (player) => { let before = 0; for (const group of groups) { if (group.includes(player)) return before + 1; before += group.length; } return null; };
    const tap = (player) => { if (placeOf(player) !== null) return; if (level && groups.length) groups[groups.length - 1].push(player); else groups.push([player]); level = false; draw(player); };
    const close = () => { open = null; slip.hidden = true; view.load(); };
    const send = async () => { if (await view.act(() => hallWrite(desk, "/results", { table: one.table, order: groups, signed: [...signed], code: code.value.trim() || null, why: why.value || null }), () => `The slip of ${one.table} is entered.`)) close(); };
    const sign = (player) => { if (!signed.delete(player)) signed.add(player); draw(); slip.querySelector(`[data-signed="${CSS.escape(player)}"]`).focus({ preventScroll: true }); };
    function draw(last) {
      const missing = players.filter((who) => placeOf(who.player) === null);
      put(slip, make("h2", { tabindex: "-1" }, `Slip of ${one.table}`), make("p", { class: "small" }, "Tap in the order of places. Tap “level” before one who shares the place."),
        make("div", { class: "faces two" }, players.map((who) => { const place = placeOf(who.player); return act(place === null ? who.name : `${place} · ${who.name}`, () => tap(who.player), "choice", { "aria-pressed": String(place !== null), "data-player": who.player }); })),
        act("level with the one before", () => { level = !level; draw(); }, "choice", { "aria-pressed": String(level), disabled: !groups.length || !missing.length }),
        make("div", {}, make("span", { class: "label" }, "Signed on paper"), make("div", { class: "chips", role: "group", "aria-label": "Signed on paper" }, players.map((who) => act(who.name, () => sign(who.player), "choice", { "aria-pressed": String(signed.has(who.player)), "aria-label": `${who.name} has signed`, "data-signed": who.player })))),
        field("Code written on the slip, if any", code), field("A word about it, if needed", why),
        act(missing.length ? `Enter: the places of ${missing.map((who) => who.name).join(", ")} are missing` : `Enter the slip of ${one.table}`, send, "btn main wide tall", { disabled: missing.length > 0 }),
        make("div", { class: "row" }, act("Start again", () => { groups.length = 0; signed.clear(); level = false; draw(); }), act("Close the slip", close)));
      if (last || first) slip.querySelector(last ? `[data-player="${CSS.escape(last)}"]` : "h2").focus({ preventScroll: last !== undefined });
      first = false;
    }
    draw();
  }
  return view;
}
