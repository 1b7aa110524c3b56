// Standings: places with their spans, why, and the day code.

import { button, field, make, put } from "./dom.js";
import { failed, head } from "./desk_parts.js";
import { cell, hallPath, hallView, mayOrganise, paper, table, wallLink } from "./desk_hall.js";
import { ask, newKey, tell } from "./send.js";

export function showStandings(desk, main) {
  const open = new Set();
  const walls = desk.hall && mayOrganise(desk) ? wallLink(desk) : null, codes = checkCode(desk), end = desk.hall && mayOrganise(desk) ? declare(desk, () => view) : null;
  let query = "";
  const view = hallView(desk, main, "Standings", "/standings", (told) => {
    const last = desk.lastRound = Math.max(desk.lastRound ?? 0, ...told.rounds, 0);
    const as = make("select", { class: "field", "aria-label": "As of", onchange: () => { query = as.value ? `?round=${as.value}` : ""; view.load(query); } }, make("option", { value: "" }, "Now"), Array.from({ length: last }, (_, place) => make("option", { value: String(place + 1), selected: query === `?round=${place + 1}` }, `After round ${place + 1}`)));
    const columns = [["Place", "num"], ["Player"], ...told.rounds.map((number) => [`Round ${number}`, "num roomy"]), ["Points", "num"], ["Wins", "num roomy"], ["Opponents", "num roomy"], [""]];
    const rows = told.standings.flatMap((line) => lines(line, told, columns.length));
    end?.show(told);
    return [head(told.heading, told.provisional ? make("span", { class: "pill wait" }, "provisional") : make("span", { class: "pill" }, "nothing is open"), make("span", { class: "right row" }, as, paper(desk, "csv/standings", "CSV"), make("a", { class: "btn", href: `/hall/${desk.hall.id}`, target: "_blank" }, "Wall"), paper(desk, "paper/standings", "Print"))),
      told.notes.length ? make("div", { class: "note warm-note" }, make("ul", { class: "plain" }, told.notes.map((note) => make("li", {}, note)))) : null,
      view.said, table(columns, rows, ""),
      make("section", { class: "panel row between" }, make("span", {}, "Day code ", make("span", { class: "code big" }, told.code)), make("span", { class: "small" }, "It pins every line of every table up to here. Read it out and write it on the board."), codes), end?.node, walls].filter(Boolean);
  });

  function lines(line, told, width) {
    const shown = told.shown[line.player];
    const mark = shown.mark ? make("span", { class: "maybe" }, shown.mark) : null;
    const gone = line.disqualified ? " (out)" : line.dropped ? " (dropped)" : "";
    const why = make("td", { colspan: String(width), class: "why" });
    const below = make("tr", { hidden: true }, why);
    const toggle = button("Why?", () => flip(), "btn small-text", { "aria-expanded": "false", "aria-label": `Why has ${line.name} this place?` });
    async function flip(wish = below.hidden) {
      below.hidden = !wish;
      toggle.setAttribute("aria-expanded", String(wish));
      if (!wish) { open.delete(line.player); return; }
      open.add(line.player);
      const more = new URLSearchParams({ player: line.player, ...Object.fromEntries(new URLSearchParams(query)) });
      try { why.replaceChildren(...(await ask(hallPath(desk, `/why?${more}`))).lines.map((text) => make("p", {}, text))); } catch (problem) { why.replaceChildren(failed(problem)); }
    }
    if (open.has(line.player)) flip(true);
    return [make("tr", {}, cell(String(line.place), "num"), cell([make("b", {}, line.name), gone, " ", mark].filter(Boolean)), ...shown.rounds.map((points) => cell(points || "–", "num roomy")), cell(make("b", {}, shown.points), "num"), cell(shown.wins, "num roomy"), cell(shown.opponents, "num roomy"), cell(toggle)), below];
  }
  return view;
}

// A code that somebody wrote down, or read on paper: of which line it is.
function checkCode(desk) {
  const code = make("input", { maxlength: 12, autocomplete: "off", class: "mono", placeholder: "XXXX-XXXX", autocapitalize: "characters", spellcheck: "false" }), said = make("p", { role: "status", class: "small" });
  const check = async () => {
    try {
      const found = await ask(hallPath(desk, `/code?${new URLSearchParams({ code: code.value })}`));
      said.className = found.known ? "small" : "note warm-note";
      put(said, found.words);
    } catch (problem) { put(said, failed(problem)); }
  };
  return make("details", { class: "check" }, make("summary", { class: "btn" }, "Check a code"), make("form", { class: "stack", onsubmit: (event) => { event.preventDefault(); check(); } }, field("A code from paper or from the board", code), make("div", { class: "row" }, make("button", { class: "btn", type: "submit" }, "Look it up")), said));
}

// The end of the day: these standings are declared, and nothing is collected any more.
function declare(desk, view) {
  const node = make("section", { class: "panel row between", hidden: true });
  const close = (size) => view().act(() => tell(`/records/${encodeURIComponent(desk.hall.id)}/close`, { key: newKey(), expect: size }), () => "The tournament is closed: these are its results. The day code is final.");
  return {
    node,
    async show(told) {
      const hall = await ask(hallPath(desk)).catch(() => null);
      node.hidden = !hall || (!hall.over && !hall.closed);
      if (!hall) return;
      put(node, hall.closed ? make("span", {}, make("b", {}, "Closed."), " What changes now, the head official rules on.") : [make("span", {}, told.provisional ? "All tables have a result, but something is still open." : "All tables have a result, and nothing is open."), button("Close: declare these standings", () => close(hall.size), told.provisional ? "btn" : "btn main")]);
    },
  };
}
