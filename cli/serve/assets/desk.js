// The desk: which view is shown, what the service tells about all tables, and the keys that work everywhere.

import { find, make, put } from "./dom.js";
import { Live } from "./live.js";
import { ask } from "./send.js";
import { capital } from "./words.js";
import { showTables } from "./desk_tables.js";
import { showDisputes } from "./desk_disputes.js";
import { showTable } from "./desk_table.js";
import { showDispute } from "./desk_dispute.js";
import { showLinks } from "./desk_links.js";
import { showNew } from "./desk_new.js";
import { showNewHall } from "./desk_new_hall.js";
import { showVisits } from "./desk_visits.js";
import { showBoth } from "./desk_second.js";
import { showResults } from "./desk_results.js";
import { showStandings } from "./desk_standings.js";
import { showSeating } from "./desk_seating.js";
import { showEntrants } from "./desk_entrants.js";
import { showPenalties } from "./desk_penalties.js";
import { showStats } from "./desk_stats.js";
import { followHall } from "./desk_clock.js";
import { deskNews } from "./desk_news.js";
import { show as showNotices } from "./notices.js";
import { tick } from "./desk_parts.js";
import { whoAsks } from "./asking.js";

const VIEWS = { tables: showTables, disputes: showDisputes, t: showTable, d: showDispute, links: showLinks, new: showNew, tournament: showNewHall, visits: showVisits, both: showBoth, results: showResults, standings: showStandings, seating: showSeating, entrants: showEntrants, penalties: showPenalties, stats: showStats };
// The pages of a tournament, where there is one.
const HALL = [["results", "Results"], ["standings", "Standings"], ["seating", "Seating"], ["entrants", "Entrants"], ["penalties", "Penalties"]];
const WAYS = [["tables", "Tables"], ["disputes", "Disputes"], ["new", "New tables"], ["tournament", "New tournament"], ["links", "Links"], ["stats", "Statistics"], ["visits", "Who looked"]];

// What all views share: who is here, the tables as far as they are known, and the wish to hear of news.
const desk = { me: null, list: null, filter: { open: "true" }, view: null, hears: null, halls: [], hall: null, go: (place) => { location.hash = place; } };

async function begin() {
  try {
    desk.me = await ask("/me");
    if (!desk.me.may.includes("rule")) throw Object.assign(new Error(), { words: "This link is not for the desk. Open the desk’s link, or that of an official." });
  } catch (problem) {
    put(find("#t-main"), make("section", { class: "panel stack" }, make("h1", {}, "The desk is closed here"), make("p", {}, problem.words)));
    return;
  }
  const event = desk.me.event ?? desk.me.begins_with;
  if (event) desk.filter.event = event;
  desk.halls = (await ask("/tournaments").catch(() => ({ tournaments: [] }))).tournaments;
  desk.hall = desk.halls.find((hall) => hall.title === event) ?? desk.halls[0] ?? null;
  addEventListener("hashchange", show);
  addEventListener("keydown", key);
  setInterval(tick, 1000);
  desk.news = deskNews(find("#t-news"));
  desk.live = new DeskLive("", {}, heard);
  desk.live.open();
  whoAsks(asks, desk.me.role === "desk" ? "It would be open on both." : "Then it is closed here.", () => desk.live.over);
  show();
  desk.clock = followHall(desk);
}

class DeskLive extends Live {
  path() { return "/desk/live"; }
}

function heard(what, data) {
  if (what === "state") place(data);
  else if (what === "refused") put(find("#t-place"), data.words);
  else if (what === "ended") ended(data.why);
  else if (what === "notice") showNotices({ notice }, data);
  else if (what === "desk") {
    desk.hears?.(data);
    desk.clock?.soon();
    desk.news(data);
  }
}

const notices = new Map();

// What the desk says to an official, whatever view is open.
function notice(key, ...nodes) {
  if (nodes.length) notices.set(key, make("div", { class: "note warm-note stack" }, nodes)); else notices.delete(key);
  find("#t-notices").hidden = !notices.size;
  put(find("#t-notices"), [...notices.values()]);
}

// Another device would like to use the link of this one.
function asks(_, ...words) {
  find("#t-asks").hidden = !words.length;
  put(find("#t-asks"), words);
}

// The link opens nothing here any more: nothing of what it showed stays on the screen.
function ended(why) {
  desk.view?.leave?.();
  desk.view = desk.hears = null;
  removeEventListener("hashchange", show);
  for (const name of ["ways", "news", "asks", "notices"]) put(find(`#t-${name}`));
  find("#t-asks").hidden = true;
  put(find("#t-place"), "Not open here");
  put(find("#t-main"), make("section", { class: "panel stack" }, make("h1", {}, "The desk is closed here"), make("p", {}, `${capital(why)}. Open your link again, or ask at the desk for a new one.`)));
}

function place(state) {
  const who = desk.me.role === "desk" ? "desk" : `${desk.me.you}, official`;
  const line = { live: "live", lost: "no connection, trying again", hidden: "resting" }[state];
  put(find("#t-place"), `${who} · ${desk.me.device}`, make("br"), make("span", { class: "row tight" }, make("span", { class: `dot ${state === "live" ? "" : "off"}` }), line));
}

// Which view, and of what: #t/ID, #d/ID/13.
function where() {
  const [name, ...rest] = decodeURIComponent(location.hash.slice(1)).split("/");
  return VIEWS[name] ? [name, rest] : ["tables", []];
}

function show() {
  desk.view?.leave?.();
  desk.hears = null;
  const [name, rest] = where();
  ways(name);
  const main = find("#t-main");
  main.className = `view-${name}`;
  put(main);
  desk.view = VIEWS[name](desk, main, ...rest) ?? null;
  desk.clock?.draw();
  scrollTo(0, 0);
}

export function ways(now, counts = desk.counts ?? {}) {
  desk.counts = counts;
  const every = [...WAYS.slice(0, 2), ...(desk.hall ? HALL : []), ...WAYS.slice(2)];
  const mine = every.filter(([name]) => desk.me.role === "desk" || !["new", "tournament", "links", "stats", "visits"].includes(name));
  const at = { t: "tables", both: "tables", d: "disputes" }[now] ?? now;
  put(find("#t-ways"), mine.map(([name, words]) => make("a", { href: `#${name}`, "aria-current": name === at ? "page" : null }, words, counts[name] ? make("span", {}, String(counts[name])) : null)));
  find("#t-ways [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });  // on a phone they stand in a row that is wider than it
  put(find("#t-event"), desk.only || desk.filter.event || "All tables");
}

desk.again = show;
desk.ways = (counts) => ways(where()[0], counts);

function key(event) {
  const typing = /INPUT|TEXTAREA|SELECT/.test(event.target.tagName);
  if (event.key === "/" && !typing) {
    const search = find("#t-search");
    if (search) { event.preventDefault(); search.focus(); } else desk.go("tables");
  } else if (!typing) desk.view?.key?.(event);
}

begin();
