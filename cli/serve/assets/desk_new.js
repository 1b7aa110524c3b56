// New tables: one by one, or a whole round from a list, tried before it is begun.

import { button, field, make, put } from "./dom.js";
import { failed, head } from "./desk_parts.js";
import { ask, tell } from "./send.js";
import { counted } from "./words.js";

const EXAMPLE = "event,round,table,game,players\nHarbour Open,1,1,lost-island,red=Ann;purple=Bob\nHarbour Open,1,2,loot-island,Cleo;Dee;Eli";

export function showNew(desk, main) {
  const text = make("textarea", { rows: "9", class: "mono", placeholder: EXAMPLE, spellcheck: "false", oninput: () => put(told) });
  const file = make("input", { type: "file", accept: ".csv,text/csv", onchange: async () => { if (file.files[0]) { text.value = await file.files[0].text(); attempt(true); } } });
  const named = make("input", { type: "checkbox", id: "named" });
  const titles = new Map(), told = make("div", { class: "stack" }), one = make("section", { class: "panel stack", "aria-label": "One table" });
  put(main, head("New tables"), make("section", { class: "panel stack", "aria-label": "A list of tables" }, make("h2", {}, "A list of tables (CSV)"), make("p", { class: "small" }, "One line for each table. Columns: event, round, table, game, players, title, place, scribe, officials, variants, readings, kit. Several players in one cell are separated by semicolons."),
    field("The list", text), field("or a file", file), make("label", { class: "row one", for: "named" }, named, make("span", {}, "Write the names into the record. They can never be removed from there; entrants have to be told.")),
    make("div", { class: "row" }, button("Try the list", () => attempt(true), "btn main")), told), one);

  async function attempt(dry) {
    try {
      const answer = await tell("/tables/csv", { csv: text.value, names_in_header: named.checked, dry_run: dry });
      const rows = answer.tables.map((table) => make("tr", { class: table.odd.length ? "warm" : "" }, make("td", {}, String(table.table ?? "–")), make("td", {}, titles.get(table.game) ?? table.game), make("td", {}, table.players.map((player) => `${player.seat} ${player.name}`).join(" · ")), make("td", {}, [table.event, table.round === null ? "" : `round ${table.round}`].filter(Boolean).join(", ")), make("td", {}, table.odd.map((words) => words.replace(/: the record \w+$/, "")).join("; "))));
      const many = counted(answer.tables.length, "table"), words = `Begin ${many}`;
      put(told, make("table", { class: "tables" }, make("thead", {}, make("tr", {}, ["Table", "Game", "Players", "Occasion", "Odd, but it may be meant"].map((title) => make("th", { scope: "col" }, title)))), make("tbody", {}, rows)),
        dry ? make("div", { class: "row" }, button(words, () => attempt(false), "btn main"), make("span", { class: "small" }, "Nothing is written yet.")) : make("p", { class: "note" }, `${many} ${answer.tables.length === 1 ? "was" : "were"} begun. `, make("a", { href: "#links" }, "Print their links")));
    } catch (problem) {
      put(told, make("p", { class: "note bad-words", role: "alert" }, problem.where ? make("b", {}, `${problem.where}: `) : "", problem.words));
    }
  }

  async function single() {
    const games = (await ask("/games")).games.filter((one) => one.players[0]); // what begins without players, as a tournament does, is no table
    for (const each of games) titles.set(each.id, each.title);
    const game = make("select", {}, games.map((each) => make("option", { value: each.id }, `${each.title} (${each.players.join(" to ")} players)`)));
    const fields = Object.fromEntries([["players", "Players, separated by commas"], ["event", "Event"], ["round", "Round"], ["table", "Table"]].map(([name, words]) => [name, [words, make("input", { name })]]));
    if (desk.filter.event) fields.event[1].value = desk.filter.event;
    const answer = make("div");
    const begin = async () => {
      const value = (name) => fields[name][1].value.trim();
      const number = (name) => (/^\d+$/.test(value(name)) ? Number(value(name)) : value(name) || null);
      try {
        const made = await tell("/records", { game: game.value, players: value("players").split(",").map((player) => player.trim()).filter(Boolean), event: value("event") || null, round: number("round"), table: number("table"), names_in_header: named.checked });
        put(answer, make("p", { class: "note" }, "The table was begun. ", make("a", { href: `#links/${made.id}` }, "Make its links"), made.odd.length ? ` ${made.odd.join("; ")}.` : ""));
      } catch (problem) { put(answer, failed(problem)); }
    };
    put(one, make("h2", {}, "One table"), field("Game", game), make("div", { class: "pair" }, Object.values(fields).map(([words, input]) => field(words, input))), make("div", { class: "row" }, button("Begin this table", begin, "btn")), answer);
  }
  single().catch((problem) => put(one, failed(problem)));
  return {};
}
