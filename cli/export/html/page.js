// Stepping through the game: what is shown, and what keys, fingers and wheel do.
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];
const KEYS = [
  ["→ l space", "next event"], ["← h", "previous event"], ["↓ j", "next turn"], ["↑ k", "previous turn"],
  ["]", "next round"], ["[", "previous round"], ["Home g", "first event"], ["End G", "last event"],
  [":", "go to event N"], ["n", "next finding, or match of the search"], ["N", "previous finding or match"],
  ["/", "search; Esc ends it"], ["p", "autoplay"], ["+ -", "faster, slower"],
  ["v", "through the next viewer's eyes"], ["V", "through the first viewer's eyes"], ["H", "with or without hindsight"],
  ["c", "as corrected or as logged"], ["d", "mark what changed, or not"], ["t", "the table as text"], ["f", "what the rules say, in a list"],
  ["Shift ← ↑ → ↓", "from thing to thing on the table"], ["Enter", "the story of that thing"],
  ["y", "copy the link to this event"], ["?", "these keys"]];
const narrow = matchMedia("(max-width: 79rem)"), thin = matchMedia("(max-width: 40rem)");
let view = views[0], place = 0, marked = true, speed = 2, timer = 0, hits = [], rows = [], tapped = "", picture = null, film = "";

function look(change) {
  const seq = view.seq[place] || 0;
  view = nearest({ as: view.as, timeline: view.timeline, hindsight: view.hindsight, ...change });
  place = view.placeOf(seq);
  film = "";
  if (rows.length) { listMoves(); search($("search").value); ticks(); rules(); }
  controls();
  show();
}

function controls() {
  const has = (key, value) => views.some((one) => one.as === view.as && one[key] === value);
  const press = (name, on) => document.querySelectorAll(`[data-do="${name}"]`).forEach((one) => one.setAttribute("aria-pressed", String(on)));
  $("as").value = view.as;
  for (const button of $("eyes").children) button.setAttribute("aria-pressed", String(button.value === view.as));
  press("then", !view.hindsight); press("now", view.hindsight);
  press("corrected", view.timeline === "effective"); press("logged", view.timeline === "recorded");
  $("eyesOf").hidden = viewers.length < 2;
  $("known").hidden = !has("hindsight", false);
  $("lines").hidden = !has("timeline", "recorded");
}

function show(from) {
  $("slider").max = Math.max(0, view.length - 1);
  if (!view.length) { $("text").textContent = $("where").textContent = "No event was logged yet."; return; }
  const seq = view.seq[place], by = view.by[place], at = view.at[place], remark = view.remark(place);
  const time = at ? ` · ${at.slice(0, 10)} ${at.slice(11, 19)} UTC` : "";
  $("where").textContent = `event ${seq} of ${data.about.facts.events}${by ? ` · ${nameOf(by)}` : ""}${time}`;
  $("text").textContent = $("brief").textContent = view.sentence(place);
  table(from);
  findings(remark);
  changes();
  story();
  hereInRules();
  $("slider").value = place;
  $("slider").setAttribute("aria-valuetext", `event ${seq}: ${view.sentence(place)}`);
  document.querySelectorAll("[data-seq]").forEach((one) => { const to = view.seq[place + Number(one.dataset.seq)]; one.textContent = to === undefined ? "" : to; });
  here();
  remember();
}

// --- the table

// How much room the table has is watched, never asked for: that would lay out the page twice. Before it is known, the
// window tells; where that is wrong, the table is drawn anew before anybody sees it.
const slim = matchMedia("(max-width: 58rem)");
let room = 0;
const arrangement = () => ((room ? room < 700 : slim.matches) ? "phone" : "wide");

function table(from) {
  if (picture && view.films.wide) {
    const name = arrangement(), glide = film === `${view.as} ${name}` && from !== undefined && Math.abs(from - place) === 1;
    film = `${view.as} ${name}`;
    picture.show(view.table(name, place), view.sizes[name === "wide" ? 0 : 1], glide);
    pins();
  }
  if (!picture || $("asText").open) board();
}

function pins() {
  const found = (view.remark(place).findings || []).filter((one) => one.kind !== "settled").flatMap((one) => (one.about || []).map((id) => [id, one.kind]));
  const pinned = new Map(found.reverse());
  const changed = marked ? view.marked(place).filter((id) => !pinned.has(id)) : [];
  picture.mark([...changed.map((id) => [id, "changed-rim", "*"]), ...[...pinned].map(([id, kind]) => [id, kind === "broken" ? "bad-rim" : "open-rim", MARK[kind]]),
    ...(tapped ? [[tapped, "chosen-rim", "✓"]] : [])]);
}

// The table as text; through other eyes than the first, in words: each place, and what lies there.
function board() {
  if (!view.films.board) { $("board").replaceChildren(inWords(view, place)); return; }
  const name = thin.matches && view.films.narrow ? "narrow" : "board", nodes = [];
  for (const line of view.table(name, place).map(words)) {
    let end = 0;
    for (const hit of line.matchAll(/[^\s│─<>()\[\]]*\*/g)) {
      nodes.push(line.slice(end, hit.index), marked ? make("mark", hit[0]) : hit[0].slice(0, -1));
      end = hit.index + hit[0].length;
    }
    nodes.push(line.slice(end) + "\n");
  }
  $("board").replaceChildren(...nodes);
}

// --- beside the table

const answerOf = (finding) => (finding.kind === "settled" ? `${finding.answer}, settled` : finding.answer);

function findings(remark) {
  const nodes = (remark.findings || []).map((finding) => {
    const box = make("div", undefined, `finding ${finding.kind}`);
    box.append(make("p", `${MARK[finding.kind]} “${finding.text}”`, "rule"), make("p", finding.why, "why"),
      make("p", [finding.cite, `${finding.rule} ${answerOf(finding)}`, finding.behind].filter(Boolean).join(" · "), "where"));
    return box;
  });
  if (remark.corrected) nodes.push(make("p", remark.corrected, "remark"));
  for (const said of remark.waiting || []) nodes.push(make("p", said, "remark"));
  for (const note of remark.notes || []) nodes.push(make("p", `✎ ${note}`, "remark"));
  $("found").replaceChildren(...nodes);
}

function changes() {
  const told = marked ? view.changed(place) : [];
  const items = make("ul");
  items.append(...told.map((said) => make("li", said)));
  $("changes").replaceChildren(...(told.length ? [make("h2", "What changed"), items] : []));
}

function story() {
  const one = picture && tapped ? picture.find(tapped) : null;
  $("story").hidden = !one;
  if (!one) { tapped = ""; return; }
  const items = make("ol", undefined, "history"), name = one.says;
  items.append(...storyOf(view, tapped, name).map((item) => {
    const line = make("li", undefined, item.place === place ? "here" : ""), link = make("a", view.seq[item.place], "n"), told = make("span", view.sentence(item.place));
    link.href = linkTo(item.place);
    link.onclick = (event) => { event.preventDefault(); go(item.place); };
    if (item.says) told.append(make("small", item.says));
    line.append(link, told);
    return line;
  }));
  const close = make("button", "✕", "icon"), head = make("div", undefined, "row between");
  close.setAttribute("aria-label", "Close the story");
  close.onclick = () => tap("");
  head.append(make("h2", name[0].toUpperCase() + name.slice(1)), close);
  const who = knowers(view, place, tapped);
  $("story").replaceChildren(head, ...(who ? [make("p", who, "small")] : []), items);
}

function tap(id) {
  tapped = tapped === id ? "" : id;
  story();
  pins();
  if (tapped && narrow.matches) $("story").scrollIntoView({ block: "nearest" });
}

// --- the list of events

// Nobody has to wait for the list to take a step.
function listAll() {
  listMoves();
  ticks();
  rules();
  if (view.length) here();
  $("moves").removeAttribute("aria-busy");
}

function listMoves() {
  const nodes = [], starts = new Map(view.groups.map((start, index) => [start, index]));
  rows = [];
  for (let index = 0; index < view.length; index += 1) {
    if (starts.has(index)) nodes.push(heading(index, starts.get(index)));
    const remark = view.remark(index), row = make("a", undefined, remark.corrected ? "gone" : "");
    row.href = linkTo(index);
    row.append(make("span", view.seq[index], "n"), make("span", view.sentence(index), "t"), make("span", sign(remark), `mark ${worst(remark)}`));
    row.onclick = (event) => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); go(index); } };
    rows.push(row);
    nodes.push(row);
  }
  $("moves").replaceChildren(...nodes);
}

function heading(start, number) {
  const next = view.groups[number + 1] || view.length;
  const by = [...new Set(view.by.slice(start, next).filter((seat) => seat in data.about.people))];
  const node = make("h3", words(view.headings[number]));
  if (by.length === 1) node.append(" · ", nameOf(by[0]));
  else node.append(` · events ${view.seq[start]} to ${view.seq[next - 1]}`);
  return node;
}

// Last of all: asking where a row lies has everything laid out, so nothing may be changed behind it.
let current = null;
function here() {
  const moves = $("moves"), row = rows[place];
  if (!row) return;
  if (current !== row && current) current.removeAttribute("aria-current");
  row.setAttribute("aria-current", "step");
  current = row;
  if (intoView(moves, row)) settle(moves, row, 3);
}

function intoView(moves, row) {
  const top = row.offsetTop, seen = top >= moves.scrollTop + 40 && top <= moves.scrollTop + moves.clientHeight - 60;
  if (!seen) moves.scrollTop = top - moves.clientHeight / 2;
  return !seen;
}

// Rows that were never seen have a guessed height: in the next frames, when they are drawn, the row may lie elsewhere.
function settle(moves, row, frames) {
  requestAnimationFrame(() => {
    if (current !== row) return;
    intoView(moves, row);
    if (frames > 1) settle(moves, row, frames - 1);
  });
}

function ticks() {
  const last = Math.max(1, view.length - 1), at = (index) => `${(100 * index) / last}%`;
  $("turns").setAttribute("d", view.groups.map((start) => `M${((1000 * start) / last).toFixed(1)} 0V10`).join(""));
  const signs = Object.keys(view.remarks).map(Number).filter((index) => worst(view.remark(index)) || view.remark(index).corrected);
  $("ticks").replaceChildren(...signs.map((index) => {
    const remark = view.remark(index), tick = make("a", sign(remark), worst(remark));
    tick.style.left = at(index);
    tick.title = `event ${view.seq[index]}: ${remark.findings ? remark.findings[0].rule : remark.corrected}`;
    tick.onclick = () => go(index);
    return tick;
  }));
  const broken = view.stops.length;
  document.querySelectorAll('[data-do="nextFinding"]').forEach((one) => { one.disabled = !broken; });
}

// --- going about

function go(index) {
  const from = place;
  place = Math.max(0, Math.min(index, view.length - 1));
  show(from);
}

const along = (stops, way) => (way > 0 ? stops.find((stop) => stop > place) : stops.findLast((stop) => stop < place));

function stop(stops, way) {
  const next = along(stops, way);
  go(next === undefined ? (way > 0 ? view.length - 1 : 0) : next);
}

function find(way) {
  const next = along($("search").value ? hits : view.stops, way);
  if (next !== undefined) go(next);
}

function search(text) {
  const wanted = text.trim().toLowerCase();
  hits = wanted ? view.seq.flatMap((_, index) => {
    const rules = (view.remark(index).findings || []).map((finding) => `${finding.rule} ${finding.why}`).join(" ");
    const all = `${view.sentence(index)} ${view.by[index] || ""} ${rules} ${view.changed(index).join(" ")}`;
    return all.toLowerCase().includes(wanted) ? [index] : [];
  }) : [];
  rows.forEach((row, index) => row.classList.toggle("hit", hits.includes(index)));
  $("hits").textContent = wanted ? `${hits.length} found` : "";
}

function play(on) {
  clearInterval(timer);
  timer = 0;
  if (on) {
    if (place >= view.length - 1) go(0);
    timer = setInterval(() => { if (place < view.length - 1) go(place + 1); else play(false); }, 1000 / SPEEDS[speed]);
  }
  const button = $("play");
  button.textContent = timer ? "Pause" : "Play";
  button.setAttribute("aria-pressed", String(!!timer));
  $("speed").value = String(SPEEDS[speed]);
}

function pace(to) {
  speed = Math.max(0, Math.min(to, SPEEDS.length - 1));
  play(!!timer);
}

function linkTo(index) {
  const eyes = view.as === views[0].as ? "" : `&as=${encodeURIComponent(view.as)}`;
  return `#step=${view.seq[index] || 0}${eyes}`;
}

// The address follows when the steps come to rest: browsers are slow to change it.
let resting = 0;
function remember() {
  clearTimeout(resting);
  resting = setTimeout(() => { if (view.length && location.hash !== linkTo(place)) history.replaceState(null, "", linkTo(place)); }, 100);
}

function recall() {
  const asked = new URLSearchParams(location.hash.slice(1)), as = asked.get("as") || views[0].as;
  if (viewers.includes(as) && as !== view.as) look({ as });
  if (/^\d+$/.test(asked.get("step") || "")) go(view.placeOf(Number(asked.get("step"))));
}

const acts = {
  first: () => go(0), prev: () => go(place - 1), next: () => go(place + 1), last: () => go(view.length - 1),
  prevTurn: () => stop(view.turns, -1), nextTurn: () => stop(view.turns, 1),
  play: () => play(!timer), nextFinding: () => find(1), keys: () => $("help").showModal(),
  ask: () => { const seq = prompt("Go to event"); if (seq && /^\d+$/.test(seq.trim())) go(view.placeOf(Number(seq))); },
  space: () => (timer ? play(false) : go(place + 1)),
  viewer: () => look({ as: viewers[(viewers.indexOf(view.as) + 1) % viewers.length] }),
  official: () => look({ as: viewers[0] }),
  hindsight: () => look({ hindsight: !view.hindsight }), then: () => look({ hindsight: false }), now: () => look({ hindsight: true }),
  timeline: () => look({ timeline: view.timeline === "effective" ? "recorded" : "effective" }),
  corrected: () => look({ timeline: "effective" }), logged: () => look({ timeline: "recorded" }),
  marks: () => { marked = !marked; show(); },
  text: () => { if (picture) $("asText").open = !$("asText").open; },
  rules: () => { $("rules").open = !$("rules").open; },
  share: () => { if (navigator.clipboard) navigator.clipboard.writeText(location.href.split("#")[0] + linkTo(place)).catch(() => {}); },
  search: () => $("search").focus(), list: () => $("list").scrollIntoView({ block: "start" }),
  quiet: () => { play(false); $("search").value = ""; search(""); if (tapped) tap(""); },
};
const bound = {
  ArrowRight: acts.next, l: acts.next, ArrowLeft: acts.prev, h: acts.prev, " ": acts.space,
  ArrowDown: acts.nextTurn, j: acts.nextTurn, ArrowUp: acts.prevTurn, k: acts.prevTurn,
  "]": () => stop(view.rounds, 1), "[": () => stop(view.rounds, -1), Home: acts.first, g: acts.first, End: acts.last, G: acts.last,
  ":": acts.ask, n: () => find(1), N: () => find(-1), "/": acts.search, p: acts.play, "+": () => pace(speed + 1), "=": () => pace(speed + 1), "-": () => pace(speed - 1),
  v: acts.viewer, V: acts.official, H: acts.hindsight, c: acts.timeline, d: acts.marks, t: acts.text, f: acts.rules, y: acts.share, "?": acts.keys, Escape: acts.quiet,
};
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  const typing = event.target.matches("input[type=search], select"), on = event.target.closest && event.target.closest("[data-id]");
  if (typing && event.key !== "Escape" && event.key !== "Enter") return;
  if (typing && event.key === "Enter") { event.target.blur(); find(1); return; }
  if (on && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); tap(on.dataset.id); return; }
  if (event.shiftKey && ARROWS[event.key] && picture) { event.preventDefault(); picture.step(...ARROWS[event.key]); return; }
  const act = bound[event.key];
  if (!act || !view.length || ([" ", "Enter"].includes(event.key) && event.target.matches("button, summary, a"))) return;
  event.preventDefault();
  if (typing) event.target.blur();
  act();
}
