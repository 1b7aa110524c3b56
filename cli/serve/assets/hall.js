// The wall of a hall: where everybody sits, and the standings. It follows by itself; what does not fit is shown in turns.

import { find, make, put } from "./dom.js";
import { Live } from "./live.js";
import { ask } from "./send.js";

const id = decodeURIComponent(location.pathname.split("/")[2]);
const roomy = matchMedia("(min-width: 900px)");
const TURN = 12000, AGAIN = 60000, SOON = 300;
const lists = { seats: [], places: [] };
let turn = 0, timer = 0;

async function load() {
  try {
    show(await ask(`/tournaments/${encodeURIComponent(id)}/wall`));
  } catch (problem) {
    put(find("#t-state"), problem.words);
  }
}

function show(wall) {
  document.title = `${wall.title}: round ${wall.round}`;
  put(find("#t-title"), wall.title);
  const done = wall.tables ? ` · ${wall.done} of ${wall.tables} tables done` : "";
  put(find("#t-round"), wall.round ? `Round ${wall.round} of ${wall.rounds}${wall.minutes ? ` · ${wall.minutes} minutes` : ""}${done}` : "The first round is not seated yet");
  put(find("#t-seats-title"), wall.round ? `Round ${wall.round}: where do I sit?` : "Where do I sit?");
  put(find("#t-places-title"), wall.standings.heading, wall.standings.provisional ? make("span", { class: "row-seat" }, " · provisional") : null);
  lists.seats = wall.seats.map((one) => make("div", { class: "seat-row" }, make("span", { class: "row-name" }, one.name), make("span", { class: "row-number" }, one.table === null ? "–" : String(one.table)), make("span", { class: "row-seat" }, [one.seat, one.game, one.starts ? "starts" : ""].filter(Boolean).join(", "))));
  lists.places = wall.standings.standings.map((line) => {
    const shown = wall.standings.shown[line.player];
    return make("div", { class: "place-row" }, make("span", { class: "row-number" }, String(line.place)), make("span", { class: "row-name" }, line.name, line.dropped ? " (dropped)" : "", shown.mark ? [" ", make("span", { class: "maybe" }, shown.mark)] : ""), make("span", { class: "row-number" }, shown.points));
  });
  put(find("#t-foot"), make("span", {}, "Day code ", make("span", { class: "code" }, wall.standings.code)), make("span", {}, wall.standings.notes.slice(0, 3).join(" · ")));
  draw();
}

function draw() {
  for (const name of ["seats", "places"]) page(name, find(`#t-${name}-rows`), find(`#t-${name}-page`));
}

// As many rows as there is room for, the next ones in the next turn. On a phone all of them.
function page(name, node, told) {
  const rows = lists[name];
  put(node, ...rows);
  for (const row of rows) row.hidden = false;
  if (!roomy.matches || !rows.length) { put(told); return; }
  const room = node.clientHeight, of = [];
  let used = 0, at = 0;
  for (const row of rows) {
    used += row.offsetHeight;
    if (used > room && of.length && of[of.length - 1] === at) { at += 1; used = row.offsetHeight; }
    of.push(at);
  }
  const pages = at + 1, now = turn % pages;
  rows.forEach((row, place) => { row.hidden = of[place] !== now; });
  put(told, pages > 1 ? `${now + 1} of ${pages}` : "");
}

function heard(what, data) {
  if (what === "state") put(find("#t-state"), { live: "live", lost: "no connection, trying again", hidden: "resting" }[data]);
  else if (what === "refused") put(find("#t-state"), data.words);
  else if (what === "notice") put(find("#t-called"), ...data.notices.map((one) => make("p", {}, one.words)));
  else if (what === "now" || what === "step") { clearTimeout(timer); timer = setTimeout(load, SOON); }
}

new Live(id, { picture: "none" }, heard).open();
setInterval(() => { turn += 1; draw(); }, TURN);
setInterval(load, AGAIN);
addEventListener("resize", draw);
