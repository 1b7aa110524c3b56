// Beginning a tournament: its name, its rounds and games, who rules, and who has entered.

import { button, choices, field, make, put } from "./dom.js";
import { failed, head } from "./desk_parts.js";
import { ask, tell } from "./send.js";

const SCORINGS = [["places", "by place: 5 3 2 1"], ["wins", "a point for a win"], ["share", "share of the table’s points"]];
const SYSTEMS = [["swiss", "Swiss: those who stand level meet"], ["spread", "as many people as possible meet"], ["fixed", "seated by hand"]];

export function showNewHall(desk, main) {
  const title = make("input", { maxlength: 200, autocomplete: "off", value: desk.me.event ?? "", placeholder: "Harbour Open" });
  const rounds = make("input", { type: "number", min: "1", max: "99", value: "3", inputmode: "numeric" }), minutes = make("input", { type: "number", min: "1", max: "9999", placeholder: "75", inputmode: "numeric" });
  const officials = make("input", { maxlength: 500, autocomplete: "off", placeholder: "Kim, Mo:head" }), size = make("input", { maxlength: 12, autocomplete: "off", placeholder: "3-4-5" });
  const list = make("textarea", { rows: "6", class: "mono", spellcheck: "false", placeholder: "name,club,number\nAnn,Harbour,1\nBob,,2" });
  const file = make("input", { type: "file", accept: ".csv,text/csv", onchange: async () => { if (file.files[0]) list.value = await file.files[0].text(); } });
  const games = make("ul", { class: "sitting" }), said = make("div", { role: "status", class: "stack" });
  const chosen = { scoring: "places", system: "swiss" };
  let boxes = [];
  put(main, head("New tournament"), make("section", { class: "panel stack" }, make("div", { class: "pair" }, field("Name of the event", title), field("Officials, separated by commas; the head official with :head", officials)),
    make("div", { class: "pair" }, field("Rounds", rounds), field("Minutes of a round, if limited", minutes)),
    make("div", {}, make("span", { class: "label" }, "Games, in the order in which the tables take them"), games),
    choices("Who meets whom", SYSTEMS, chosen.system, (value) => { chosen.system = value; }, "faces"), choices("What a table brings", SCORINGS, chosen.scoring, (value) => { chosen.scoring = value; }, "faces"), field("Players at a table: fewest, usual, most", size)),
  make("section", { class: "panel stack" }, make("h2", {}, "Who has entered"), make("p", { class: "small" }, "They may come later too, one by one."), field("The list: name, and if known club, number", list), field("or a file", file)),
  said, make("div", { class: "row" }, button("Begin the tournament", begin, "btn main tall")));

  (async () => {
    try {
      const known = (await ask("/games")).games.filter((one) => one.id !== "tournament");
      boxes = known.map((one) => [one.id, make("input", { type: "checkbox", class: "tick", id: `game-${one.id}` })]);
      put(games, known.map((one, place) => make("li", {}, make("label", { class: "row one", for: `game-${one.id}` }, boxes[place][1], make("span", {}, `${one.title} (${one.players.join(" to ")})`)))));
    } catch (problem) { put(games, failed(problem)); }
  })();

  async function begin() {
    const body = { title: title.value.trim(), rounds: Number(rounds.value) || 0, games: boxes.filter(([, box]) => box.checked).map(([id]) => id), officials: officials.value.split(",").map((one) => one.trim()).filter(Boolean), csv: list.value, ...chosen, size: size.value.trim() || null, minutes: Number(minutes.value) || null };
    try {
      const made = await tell("/tournaments", body);
      desk.halls = (await ask("/tournaments")).tournaments;
      desk.hall = desk.halls.find((one) => one.id === made.id) ?? desk.halls[0];
      desk.ways();
      desk.clock?.look();
      put(said, make("div", { class: made.odd.length ? "note warm-note" : "note" }, make("p", {}, make("b", {}, `${made.title} has begun. `), make("a", { href: "#entrants" }, "Entrants"), " · ", make("a", { href: "#seating" }, "Seat the first round")), made.odd.length ? make("ul", { class: "plain" }, made.odd.map((line) => make("li", {}, line))) : null));
    } catch (problem) { put(said, failed(problem)); }
  }
  return {};
}
