"use strict";
// Steps through the game that stands in the element #data. Every text goes in as text, never as markup.
(() => {
const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const MARK = { broken: "✗", open: "?", settled: "✓" };
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];
const KEYS = [
  ["→ l space", "next event"], ["← h", "previous event"], ["↓ j", "next turn"], ["↑ k", "previous turn"],
  ["]", "next round"], ["[", "previous round"], ["Home g", "first event"], ["End G", "last event"],
  [":", "go to event N"], ["n", "next finding, or match of the search"], ["N", "previous finding or match"],
  ["/", "search; Esc ends it"], ["p", "autoplay"], ["+ -", "faster, slower"],
  ["v", "seen by the next viewer"], ["V", "seen by the first viewer"], ["H", "with or without hindsight"],
  ["c", "as corrected or as logged"], ["d", "mark what changed, or not"], ["y", "copy the link to this event"], ["?", "these keys"]];
let eyes = { as: data.views[0].as, timeline: "effective", hindsight: true };
let view = data.views[0], place = 0, marked = true, speed = 2, timer = 0, hits = [], rows = [];

const make = (tag, text, kind) => {
  const node = document.createElement(tag);
  if (text !== undefined) node.textContent = text;
  if (kind) node.className = kind;
  return node;
};
const words = (number) => data.texts[number];
const step = () => view.steps[place];
const viewers = [...new Set(data.views.map((one) => one.as))];

function choose(wanted) {
  // the nearest view that is there: a page for one seat has few of them
  const fits = (one, keys) => keys.every((key) => one[key] === wanted[key]);
  for (const keys of [["as", "timeline", "hindsight"], ["as", "timeline"], ["as"], []]) {
    const found = data.views.find((one) => fits(one, keys));
    if (found) return found;
  }
}

function look(change) {
  const seq = step() ? step().seq : 0;
  eyes = { ...eyes, ...change };
  view = choose(eyes);
  eyes.as = view.as;
  place = placeOf(seq);
  listMoves();
  search($("search").value);
  ticks();
  controls();
  show();
}

function controls() {
  const has = (key, value) => data.views.some((one) => one.as === view.as && one[key] === value);
  $("as").value = view.as;
  $("hind").checked = view.hindsight;
  $("line").checked = view.timeline === "effective";
  $("asLabel").hidden = viewers.length < 2;
  $("hindLabel").hidden = !has("hindsight", false);
  $("lineLabel").hidden = !has("timeline", "recorded");
}

function placeOf(seq) {
  const exact = view.steps.findIndex((one) => one.seq === seq);
  if (exact >= 0) return exact;
  let best = 0;
  view.steps.forEach((one, index) => { if (one.seq <= seq && one.seq >= view.steps[best].seq) best = index; });
  return best;
}

function worst(one) {
  const kinds = (one.findings || []).map((finding) => finding.kind);
  return Object.keys(MARK).find((kind) => kinds.includes(kind)) || "";
}

function sign(one) {
  const answer = worst(one);
  return answer ? MARK[answer] : one.corrected ? one.corrected[0] : one.waiting ? "…" : one.notes ? "✎" : "";
}

function listMoves() {
  rows = view.steps.map((one, index) => {
    const row = make("li");
    row.append(make("span", "", "point"), make("span", sign(one), worst(one)), make("span", one.seq, "seq"), make("span", words(one.text)));
    row.onclick = () => go(index);
    return row;
  });
  $("moves").replaceChildren(...rows);
  $("slider").max = Math.max(0, view.steps.length - 1);
}

function ticks() {
  const last = Math.max(1, view.steps.length - 1);
  $("ticks").replaceChildren(...view.steps.flatMap((one, index) => {
    if (!one.findings) return [];
    const tick = make("a", MARK[worst(one)], worst(one));
    tick.style.left = `${(100 * index) / last}%`;
    tick.title = `event ${one.seq}: ${one.findings[0].rule}`;
    tick.onclick = () => go(index);
    return [tick];
  }));
}

function show() {
  const one = step();
  if (!one) { $("text").textContent = "No event was logged yet."; return; }
  const time = one.at ? ` · ${one.at.slice(0, 10)} ${one.at.slice(11, 19)} UTC` : "";
  $("where").textContent = `event ${one.seq} of ${data.about.facts.events}${one.by ? ` · ${one.by}` : ""}${time}`;
  $("text").textContent = words(one.text);
  board(one);
  found(one);
  changes(one);
  rows.forEach((row, index) => {
    row.classList.toggle("here", index === place);
    row.firstChild.textContent = index === place ? "▶" : hits.includes(index) ? "/" : "";
  });
  rows[place].setAttribute("aria-current", "step");
  const list = $("moves"), top = rows[place].offsetTop - list.offsetTop;
  if (top < list.scrollTop + 40 || top > list.scrollTop + list.clientHeight - 60) list.scrollTop = top - list.clientHeight / 2;
  $("slider").value = place;
  $("slider").setAttribute("aria-valuetext", `event ${one.seq}: ${words(one.text)}`);
  remember();
}

function board(one) {
  const narrow = matchMedia("(max-width: 40rem)").matches && one.narrow;
  const nodes = [];
  for (const line of (narrow || one.board).map(words)) {
    let end = 0;
    for (const hit of line.matchAll(/[^\s│─<>()\[\]]*\*/g)) {
      nodes.push(line.slice(end, hit.index), marked ? make("mark", hit[0]) : hit[0].slice(0, -1));
      end = hit.index + hit[0].length;
    }
    nodes.push(line.slice(end) + "\n");
  }
  $("board").replaceChildren(...nodes);
}

function found(one) {
  const nodes = (one.findings || []).map((finding) => {
    const box = make("div", undefined, `finding ${finding.kind}`);
    const answer = finding.kind === "settled" ? `${finding.answer}, settled` : finding.answer;
    box.append(make("b", `${MARK[finding.kind]} ${finding.rule} ${answer}`), `: ${finding.why}`,
      make("i", finding.text), make("small", [finding.cite, finding.behind].filter(Boolean).join("; ")));
    return box;
  });
  if (one.corrected) nodes.push(make("span", one.corrected, "remark"));
  for (const words of one.waiting || []) nodes.push(make("span", words, "remark"));
  for (const note of one.notes || []) nodes.push(make("span", `✎ ${note}`, "remark"));
  $("found").replaceChildren(...nodes);
}

function changes(one) {
  if (!marked || !one.changes.length) { $("changes").replaceChildren(); return; }
  const list = make("ul");
  list.append(...one.changes.map((number) => make("li", words(number))));
  $("changes").replaceChildren(make("h2", "What changed"), list);
}

function go(index) {
  if (rows[place]) rows[place].removeAttribute("aria-current");
  place = Math.max(0, Math.min(index, view.steps.length - 1));
  show();
}

function along(stops, way) {
  const next = way > 0 ? stops.find((stop) => stop > place) : stops.findLast((stop) => stop < place);
  return next;
}

function stop(stops, way) {
  const next = along(stops, way);
  go(next === undefined ? (way > 0 ? view.steps.length - 1 : 0) : next);
}

function find(way) {
  const stops = $("search").value ? hits : view.steps.flatMap((one, index) => (one.findings ? [index] : []));
  const next = along(stops, way);
  if (next !== undefined) go(next);
}

function search(text) {
  const wanted = text.trim().toLowerCase();
  hits = wanted ? view.steps.flatMap((one, index) => {
    const rules = (one.findings || []).map((finding) => `${finding.rule} ${finding.why}`).join(" ");
    const all = `${words(one.text)} ${one.by || ""} ${rules} ${one.changes.map(words).join(" ")}`;
    return all.toLowerCase().includes(wanted) ? [index] : [];
  }) : [];
  rows.forEach((row, index) => {
    row.classList.toggle("hit", hits.includes(index));
    row.firstChild.textContent = index === place ? "▶" : hits.includes(index) ? "/" : "";
  });
  $("hits").textContent = wanted ? `${hits.length} found` : "";
}

function play(on) {
  clearInterval(timer);
  timer = 0;
  if (on) {
    if (place >= view.steps.length - 1) go(0);
    timer = setInterval(() => { if (place < view.steps.length - 1) go(place + 1); else play(false); }, 1000 / SPEEDS[speed]);
  }
  const button = document.querySelector("[data-do=play]");
  button.textContent = timer ? `pause (${SPEEDS[speed]}×)` : "play";
  button.setAttribute("aria-pressed", String(!!timer));
}

function pace(way) {
  speed = Math.max(0, Math.min(speed + way, SPEEDS.length - 1));
  play(!!timer);
}

function link() {
  const first = view.as === data.views[0].as ? "" : `&as=${encodeURIComponent(view.as)}`;
  return `#step=${step() ? step().seq : 0}${first}`;
}

function remember() {
  if (location.hash !== link()) history.replaceState(null, "", link());
}

function recall() {
  const asked = new URLSearchParams(location.hash.slice(1));
  if (asked.has("as") && viewers.includes(asked.get("as")) && asked.get("as") !== view.as) look({ as: asked.get("as") });
  if (/^\d+$/.test(asked.get("step") || "")) go(placeOf(Number(asked.get("step"))));
}

const acts = {
  first: () => go(0), prev: () => go(place - 1), next: () => go(place + 1), last: () => go(view.steps.length - 1),
  play: () => play(!timer), nextFinding: () => find(1), keys: () => $("help").showModal(),
  ask: () => { const seq = prompt("Go to event"); if (seq && /^\d+$/.test(seq.trim())) go(placeOf(Number(seq))); },
  space: () => (timer ? play(false) : go(place + 1)),
  viewer: () => look({ as: viewers[(viewers.indexOf(view.as) + 1) % viewers.length] }),
  official: () => look({ as: viewers[0] }),
  hindsight: () => look({ hindsight: !view.hindsight }),
  timeline: () => look({ timeline: view.timeline === "effective" ? "recorded" : "effective" }),
  marks: () => { marked = !marked; show(); },
  share: () => { if (navigator.clipboard) navigator.clipboard.writeText(location.href).catch(() => {}); },
  search: () => $("search").focus(),
  quiet: () => { play(false); $("search").value = ""; search(""); },
};
const bound = {
  ArrowRight: acts.next, l: acts.next, ArrowLeft: acts.prev, h: acts.prev, " ": acts.space,
  ArrowDown: () => stop(view.turns, 1), j: () => stop(view.turns, 1), ArrowUp: () => stop(view.turns, -1), k: () => stop(view.turns, -1),
  "]": () => stop(view.rounds, 1), "[": () => stop(view.rounds, -1), Home: acts.first, g: acts.first, End: acts.last, G: acts.last,
  ":": acts.ask, n: () => find(1), N: () => find(-1), "/": acts.search, p: acts.play, "+": () => pace(1), "=": () => pace(1), "-": () => pace(-1),
  v: acts.viewer, V: acts.official, H: acts.hindsight, c: acts.timeline, d: acts.marks, y: acts.share, "?": acts.keys, Escape: acts.quiet,
};

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  const typing = event.target.matches("input[type=search], select");
  if (typing && event.key !== "Escape" && event.key !== "Enter") return;
  if (typing && event.key === "Enter") { event.target.blur(); find(1); return; }
  const act = bound[event.key];
  if (!act || !view.steps.length || (event.key === " " && event.target.matches("button, summary"))) return;
  event.preventDefault();
  if (typing) event.target.blur();
  act();
}

function begin() {
  document.documentElement.classList.add("js");
  $("viewer").hidden = false;
  $("as").append(...viewers.map((name) => new Option(name, name)));
  $("as").onchange = () => look({ as: $("as").value });
  $("hind").onchange = () => look({ hindsight: $("hind").checked });
  $("line").onchange = () => look({ timeline: $("line").checked ? "effective" : "recorded" });
  $("slider").oninput = () => go(Number($("slider").value));
  $("search").oninput = () => search($("search").value);
  document.querySelectorAll("[data-do]").forEach((button) => { button.onclick = () => acts[button.dataset.do](); });
  $("keys").append(...KEYS.map(([keys, does]) => {
    const row = make("tr"), cell = make("td");
    cell.append(...keys.split(" ").flatMap((key) => [make("kbd", key), " "]));
    row.append(cell, make("td", does));
    return row;
  }));
  const list = make("dl", undefined, "facts");
  for (const [word, fact] of Object.entries(data.about.facts)) list.append(make("dt", word), make("dd", fact));
  $("facts").append(list);
  get();
  addEventListener("keydown", pressed);
  addEventListener("hashchange", recall);
  matchMedia("(max-width: 40rem)").addEventListener("change", show);
  listMoves();
  ticks();
  controls();
  const asked = location.hash;
  if (asked) { recall(); if (!location.hash) show(); } else show();
}

function get() {
  if (!data.file) { $("get").textContent = "The record itself is not in this page: it holds facts that this viewer did not know." + (data.about.code ? " The head above names it." : " Nor is its head: some of these facts have no salt, and could be found from it."); return; }
  const button = make("a", `Download the record (${data.file.name})`);
  button.href = URL.createObjectURL(new Blob([data.file.text], { type: "application/jsonl" }));
  button.download = data.file.name;
  $("get").append(button, `; check it with: qm verify ${data.file.name} --code ${data.about.code}`);
}

begin();
})();
