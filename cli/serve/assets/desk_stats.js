// Statistics: what the games that are over say about people, games and rules. Every bar opens the games behind it.

import { button, make, put } from "./dom.js";
import { failed, head, longDay } from "./desk_parts.js";
import { cell, table } from "./desk_hall.js";
import { bars, lines } from "./plots.js";
import { ask } from "./send.js";

const AGAIN = 800;

export function showStats(desk, main, behind) {
  const chosen = (desk.stats ??= { game: "", year: "", most: "" });
  const body = make("div", { class: "stack hall" }, make("p", { class: "small" }, "Looking …")), trouble = make("div");
  let timer = 0, gone = false;
  put(main, trouble, body);

  const query = (more = {}) => {
    const kept = Object.entries({ ...chosen, ...more }).filter(([, value]) => value !== "");
    return kept.length ? `?${new URLSearchParams(kept)}` : "";
  };

  async function load(path, draw, more) {
    try {
      const told = await ask(path + query(more));
      if (gone) return;
      put(body, ...draw(told), told.left ? make("p", { class: "note", role: "status" }, `${told.left} records are still being counted.`) : null);
      put(trouble);
      if (told.left) timer = setTimeout(() => load(path, draw, more), AGAIN);
    } catch (problem) { if (!gone) put(trouble, failed(problem)); }
  }

  const one = (words, field, value) => button(words, () => { chosen[field] = value; all(); }, "", { "aria-pressed": String(chosen[field] === value) });
  const which = (told) => make("div", { class: "row", role: "group", "aria-label": "Which games" },
    make("div", { class: "seg" }, one("all games", "game", ""), told.games.map((game) => one(game.title, "game", game.id))),
    make("div", { class: "seg" }, one(String(told.year), "year", String(told.year)), one("ever", "year", "")));
  const link = (bar) => `#stats/${encodeURIComponent(encodeURIComponent(bar.behind))}`;
  const figure = (plot) => make("figure", { class: "panel" }, make("figcaption", {}, make("h2", {}, plot.name), make("p", { class: "small" }, plot.note)), plot.bars.length ? bars(plot.bars, link, plot.long) : lines(plot.lines, plot.ticks, plot.labels));

  function all() {
    clearTimeout(timer);
    load("/stats", (told) => [head(told.title === "All games" ? "Statistics" : told.title), make("p", { class: "small" }, told.summary), which(told),
      told.total ? make("section", { class: "plots" }, told.plots.map(figure)) : make("p", { class: "note" }, "No game of these is over yet."),
      told.people.length ? against(told) : null,
      more(told),
      told.total ? make("p", { class: "small" }, `Every bar opens the games behind it. A mean of fewer than ${told.few} games is drawn hollow. Level places count for nobody. ${told.notes}`) : null].filter(Boolean));
  }

  function more(told) {
    const lacks = [[told.people.length, told.people_in_all, "people"], [told.rules, told.rules_in_all, "rules"]].filter(([shown, all]) => shown < all);
    if (!lacks.length) return null;
    const whole = String(Math.max(...lacks.map(([, every]) => every)));
    return make("div", { class: "row" }, make("span", { class: "small" }, lacks.map(([shown, every, what]) => `${shown} of ${every} ${what}`).join(", ")), chosen.most ? null : button("Show all", () => { chosen.most = whole; all(); }));
  }

  function against(told) {
    const shown = told.people.some((person) => person.ahead.some(Boolean)) ? told.people : [];
    const columns = [[shown.length ? "Ahead of →" : "Person"], ...shown.map((person) => [person.name, "num"]), ["Games", "num"], ["Won", "num"], ["Mean place", "num"]];
    const rows = told.people.map((person) => make("tr", {}, cell(make("b", { class: "nowrap" }, person.name)), ...shown.map((_, place) => cell(person.ahead[place] ? `${person.ahead[place][0]} of ${person.ahead[place][1]}` : "–", "num")), cell(String(person.games), "num"), cell(String(person.wins), "num"), cell(person.mean_place === null ? "–" : person.mean_place.toFixed(1), "num")));
    return make("section", { class: "stack against" }, make("h2", {}, shown.length ? "Against each other" : "People"), table(columns, rows, ""));
  }

  const replay = (game) => make("a", { class: "btn small-text", href: `/t/${game.record}/replay${game.line ? `#step=${game.line}` : ""}`, target: "_blank", rel: "noopener" }, game.line ? `Line ${game.line}` : "Replay");

  function games(about) {
    const [kind, value] = [about.slice(0, about.indexOf("=")), about.slice(about.indexOf("=") + 1)];
    const titles = new Map();
    ask("/games").then((told) => { for (const game of told.games) titles.set(game.id, game.title); }).catch(() => {}).then(() => load("/stats/games", (told) => {
      const amount = told.in_all > told.games.length ? `the newest ${told.games.length} of ${told.in_all} games` : told.in_all === 1 ? "1 game" : `${told.in_all} games`;
      const rows = told.games.map((game) => make("tr", {}, cell(longDay(game.played), "roomy"), cell(make("a", { href: `#t/${game.record}` }, titles.get(game.game) ?? game.game)), cell(game.title || game.event || "–", "roomy"), cell(game.players.join(", ")), cell(game.winners || "–"), cell(replay(game))));
      return [head(told.heading, make("span", { class: "pill" }, amount), make("a", { class: "btn right", href: "#stats" }, "All statistics")),
        told.says ? make("p", {}, `“${told.says}” `, make("small", { class: "mut" }, value)) : null,
        rows.length ? table([["When", "roomy"], ["Game"], ["Occasion", "roomy"], ["Players"], ["Won"], [""]], rows, "") : make("p", { class: "note" }, "No game of these is over yet.")].filter(Boolean);
    }, { [kind]: value }));
  }

  if (behind) games(decodeURIComponent(behind));
  else all();
  return { leave() { gone = true; clearTimeout(timer); } };
}
