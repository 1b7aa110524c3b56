// A table in the eyes of this device's link: for a seat, a spectator, a wall, a scribe or an official.

import { button, find, make, panel, put, small } from "./dom.js";
import { Live } from "./live.js";
import { code, kept } from "./passing.js";
import { Picture } from "./picture.js";
import { ask, leave } from "./send.js";
import { aboutWords, capital, colourOf, counted, delayWords, finding, findingsWords, PROCEDURE, REMEDIES, STATES, VERDICTS, who } from "./words.js";

const record = decodeURIComponent(location.pathname.split("/")[2]);
const wall = new URLSearchParams(location.search).has("wall");
const roomy = matchMedia("(min-width: 700px)");
const picture = new Picture(find("#t-scene"));

// What the parts of the page share: the table as it is now, how matters stand, and ways to say something.
export const table = {
  record, now: null, matters: null, over: false, tools: null, gone: false,
  path: (rest) => `/records/${encodeURIComponent(record)}${rest}`,
  player: (seat) => table.now.players.find((one) => one.seat === seat),
  name: (seat) => table.player(seat)?.name ?? seat,
  last: () => table.now.steps.at(-1),
  notice, openSheet, closeSheet, refresh: () => refresh(),
};

// What later lines answered, until the next line: it is told beside what the rules say of the last one.
let answers = {};

const CLOSED = "the link does not open this table any more";

// Only a table with photos loads what shows them.
let gallery = () => null;

const notices = new Map();

// A strip above the board, one for each thing there is to say. It stays until it is no longer true.
function notice(key, ...nodes) {
  if (nodes.length) notices.set(key, make("div", { class: `strip ${key}` }, nodes));
  else notices.delete(key);
  put(find("#t-notice"), ...notices.values());
}

let opener = null;

// A sheet is a part of the page. What was written in it is kept by whoever made it.
function openSheet(title, nodes, actions) {
  opener ??= document.activeElement;
  notice("sent");
  const heading = make("h2", { id: "t-sheet-title", tabindex: "-1" }, title);
  const back = button("✕", closeSheet, "icon", { "aria-label": "Back to the board, keep what I wrote" });
  put(find("#t-sheet"), make("div", { class: "grip" }, heading, back), ...nodes, make("div", { class: "stack actions" }, actions));
  find("#t-sheet").hidden = false;
  document.body.classList.add("with-sheet");
  scrollTo(0, 0);
  heading.focus({ preventScroll: true });
}

function closeSheet() {
  find("#t-sheet").hidden = true;
  document.body.classList.remove("with-sheet");
  opener?.focus?.({ preventScroll: true });
  opener = null;
}

function showTurn() {
  const { now } = table;
  const names = now.turn.map(table.name);
  const words = now.closed ? "The game is over" : names.length > 2 ? `${counted(names.length, "player")} to act` : names.length ? `${names.join(" and ")} to act` : table.over ? "The game is over" : "";
  const first = table.player(now.turn[0]), me = table.player(now.eyes), you = `You are ${now.you}`;
  const shown = names.length === 1 && first ? [who(first), make("span", {}, " to act")] : [words];
  const mine = { seat: you, official: you, scribe: "You log", desk: "The desk looks on" }[now.role];
  if (wall) put(find("#t-you"), now.title);
  else if (mine) put(find("#t-you"), now.role === "seat" && me ? make("span", { class: "who" }, who({ ...me, name: "" }).firstChild, mine) : mine);
  else put(find("#t-you"), ...(words ? shown : [now.title]));
  put(find("#t-turn"), ...(wall ? shown : []));
  const place = [wall || (!mine && !words) ? "" : now.title, `line ${now.size - 1}`].filter(Boolean).join(" · ");
  put(find("#t-place"), place);
  document.title = [words, now.title].filter(Boolean).join(" · ");
}

function showPeople() {
  const { now } = table;
  put(find("#t-people"), ...now.players.map((one) => {
    const turn = now.turn.includes(one.seat);
    return make("li", { class: `person ${colourOf(one.seat)} ${turn ? "turn" : ""}` }, who(one), turn && make("span", { class: "small" }, "to act"));
  }));
}

function showLast() {
  const { now } = table;
  const last = table.last();
  const said = last ? last.text : now.delay === "0" ? "Nothing has been logged yet." : "Nothing to show yet.";
  if (find("#t-said").textContent !== said) put(find("#t-said"), said);
  put(find("#t-findings"), ...(last?.findings ?? []).map(finding), ...Object.values(answers).map(answered));
  const earlier = now.steps.slice(wall ? -4 : -5, -1).reverse();
  put(find("#t-before"), earlier.length ? make("ol", { class: "before" }, earlier.map((one) =>
    make("li", {}, make("span", { class: "n" }, String(one.seq)), make("span", {}, one.text), one.findings?.some((each) => each.answer === "broken") ? make("span", { class: "mark bad", title: "against a rule" }, "✗") : null))) : "");
}

// "Line 12: against a rule, as line 40 shows", with the rule, why, and where it stands.
function answered(one) {
  const shown = one.by ? `, as line ${one.by} shows` : "";
  const node = finding({ ...one, answer: one.answer === "broken" ? "broken" : "settled" });
  node.prepend(make("p", { class: "answered" }, `Line ${one.seq}: ${one.answer === "broken" ? "against a rule" : "nobody could know then; nothing against a rule"}${shown}.`));
  return node;
}

function showFacts() {
  const { now } = table;
  const late = delayWords(now.delay);
  const code = now.code ? ["code ", make("span", { class: "code" }, now.code)] : [`no code: ${now.code_withheld}`];
  const memory = now.memory === "closed" ? "You can look back once the game is closed." : "";
  put(find("#t-facts"), make("span", {}, late ? `${capital(late)} · ` : "", `line ${now.size - 1} · `, ...code, ` · ${findingsWords(now.counts)}`), memory && !wall ? make("span", { class: "memory" }, memory) : null);
  notice("damaged", ...(now.damaged ? [`The record is damaged and can only be read. ${now.damaged}`] : []));
}

function showClaims() {
  const { now, matters } = table;
  put(find("#t-claims"), ...now.claims.map((claim) => {
    const matter = matters?.claims.find((one) => one.seq === claim.seq);
    const ruling = matter?.ruling;
    return make("article", { class: "claim panel" },
      make("p", {}, make("b", {}, `§ ${claim.label}`), ` · ${claim.by || "Somebody"} on ${aboutWords(claim.about)}`),
      wall ? null : make("p", { class: "own" }, `“${claim.text}”`),
      small(capital(STATES[claim.state] || claim.state)),
      ruling && !wall ? small(`${ruling.by}: ${VERDICTS[ruling.verdict] || ruling.verdict}; ${REMEDIES[ruling.remedy] || ruling.remedy}. ${ruling.text}`) : null,
      gallery(table.path(""), matter?.photos),
      matter && table.tools?.claim ? make("div", { class: "row" }, table.tools.claim(claim, matter)) : null);
  }));
}

function showMenu() {
  const { now } = table;
  const line = (href, words) => make("a", { href }, words);
  put(find("#t-menu"),
    now.memory === "open" || now.closed ? line(`/t/${record}/replay`, "Step through the game") : null,
    now.role === "spectator" ? line(`/t/${record}?wall`, "Show it on a wall") : null,
    now.game === "tournament" ? line(`/hall/${record}`, "Seats and standings") : null,
    now.role === "spectator" && kept(record) ? button("Let a friend watch: show the code", passOn, "bare") : null,
    ["official", "desk"].includes(now.role) ? line("/desk", "To the desk") : null,
    line("/privacy", "What is kept, and for how long"),
    button("Leave: close the link on this device", goAway, "bare"));
}

// For whoever sits beside: the code of the same link.
async function passOn() {
  const drawn = await code(record);
  openSheet("Watch on your phone", drawn ? [drawn, small("Whoever scans it sees what you see.")] : [small("The code cannot be shown.")], []);
  find("#t-menu").hidden = true;
}

// A wall has no control; it says how to watch on a phone.
async function beginWall() {
  const drawn = await code(record);
  if (drawn) put(find("#t-pass"), make("span", {}, "Watch on your phone"), drawn);
}

async function goAway() {
  table.gone = true;
  try { await leave(); } catch (problem) { if (problem.status !== 401) { table.gone = false; notice("left", problem.words); return; } }
  gone("The link is closed here. It can be opened again.");
}

// The link opens nothing here any more: nothing of what it showed stays on the screen.
function gone(words, ...more) {
  table.gone = true;
  live.end();
  picture.clear();
  closeSheet();
  for (const name of ["last", "told", "stage", "thumb", "menu", "more", "sheet"]) find(`#t-${name}`).hidden = true;
  put(find("#t-you"), "Not open here");
  put(find("#t-place"));
  put(find("#t-turn"));
  showState("off", "closed");
  notices.clear();
  put(find("#t-notice"), panel(make("p", {}, words), ...more));
}

// The stream's last word and a refused question come in any order: whichever is first says the same.
function taken(why) {
  if (!table.gone) gone(`${capital(why)}. Nothing is shown here.`, small("Open your link again, or ask at the desk."));
}

function showState(look, words) {
  find("#t-state").className = `pill ${look}`;
  put(find("#t-state"), make("span", { class: `dot ${look}`, "aria-hidden": "true" }), words);
}

function show() {
  showTurn();
  showPeople();
  showLast();
  showFacts();
  showClaims();
  table.tools?.show?.();
}

// What a stream does not say with every line: claims, signatures, whether the game is over. `told` is a table just shown.
async function refresh(told = null) {
  const { size } = table.now;
  try {
    const [now, matters] = await Promise.all([told ?? ask(table.path("/now")), ask(table.path("/matters"))]);
    table.over = table.now.closed || (!table.now.turn.length && (await ask(table.path("/score"))).over);
    if (table.now.size > size) return;
    Object.assign(table.now, { claims: now.claims, pen: now.pen });
    table.matters = matters;
    if (matters.windows.length) table.times = (await import("./windows.js")).times(matters.windows);
    if (!wall && matters.claims.some((one) => one.photos.length)) ({ gallery } = await import("./photos.js"));
    showTurn();
    showClaims();
    table.tools?.show?.();
  } catch (problem) {
    if (problem.status === 401) taken(CLOSED);
  }
}

async function begin() {
  const { role } = table.now;
  document.body.classList.add(`role-${role}`);
  showMenu();
  if (wall) return beginWall();
  if (role === "seat") table.tools = (await import("./seat.js")).seat(table);
  if (["scribe", "official", "desk"].includes(role)) table.tools = (await import("./scribe.js")).scribe(table);
  if (!table.tools) return;
  find("#t-thumb").hidden = false;
  table.tools.show();
  showClaims();
  (await import("./asking.js")).whoAsks(notice, ["seat", "official"].includes(role) ? "Then it is closed here." : "It would be open on both.", () => live.over);
}

const hear = {
  now(now) {
    if (wall && now.eyes !== "table") {
      gone("The link of this device shows more than a wall may.", small("Open the spectators’ link on it instead."));
      return;
    }
    const first = !table.now;
    answers = {};
    table.now = now;
    if (now.picture) picture.show(now.picture);
    find("#t-stage").hidden = !now.picture;
    if (first) begin();
    show();
    now.answers.forEach(hear.closed);
    refresh(now);
  },
  step(told) {
    const { now } = table;
    if (!now || told.size <= now.size) return;
    const steps = now.memory === "closed" ? [told.step] : [...now.steps, told.step].slice(-8);
    answers = {};
    Object.assign(now, { size: told.size, counts: told.counts ?? {}, turn: told.turn ?? [], code: told.code ?? null, steps });
    if (told.picture) picture.show(told.picture, true);
    show();
    if (PROCEDURE.includes(told.step.do) || !now.turn.length) refresh();
  },
  closed(told) { if (table.now) { answers[told.seq + told.rule] = told; showLast(); } },
  pen() { if (table.tools?.pen) refresh(); },
  async notice(one) { (await import("./notices.js")).show(table, one); },
  ended({ why }) { taken(why); },
  refused(problem) {
    if (table.now && problem.status === 401) taken(CLOSED);
    else gone(problem.words, make("a", { class: "btn", href: "/j" }, "Open a link"));
  },
  state(state) {
    const line = table.now ? `The board shows line ${table.now.size - 1}.` : "";
    document.body.classList.toggle("stale", state === "lost");
    const late = table.now ? delayWords(table.now.delay) : "";
    if (state === "live") { showState("", late ? `live, ${late}` : "live"); notice("lost"); }
    else if (state === "lost") { showState("off", "no connection"); notice("lost", `No connection. ${line} It goes on by itself.`); }
  },
};

const query = () => ({ picture: wall || roomy.matches ? "wide" : "phone" });
const live = new Live(record, query(), (name, told) => {
  hear[name]?.(told);
  if (name === "now" && table.now) hear.state("live");
});
roomy.addEventListener("change", () => live.open(query()));
if (wall) document.body.classList.add("wall");
find("#t-more").addEventListener("click", () => {
  const menu = find("#t-menu");
  menu.hidden = !menu.hidden;
  find("#t-more").setAttribute("aria-expanded", !menu.hidden);
});
addEventListener("popstate", () => { if (location.pathname.split("/")[2] !== encodeURIComponent(record)) location.reload(); });
live.open();
