// Seating: the dice thrown in public, what follows from them and what it costs, and only then the round.

import { button, field, make, put } from "./dom.js";
import { failed, head } from "./desk_parts.js";
import { act, hallPath, hallView, hallWrite, mayOrganise, paper } from "./desk_hall.js";
import { tell } from "./send.js";

export function showSeating(desk, main) {
  const dice = make("input", { maxlength: 200, autocomplete: "off", placeholder: "4 1 6 6 2", oninput: () => later() });
  const why = make("input", { maxlength: 500, autocomplete: "off", oninput: () => ready() });
  const list = make("textarea", { rows: "6", class: "mono", spellcheck: "false", placeholder: "game,players\nloot-island,Ann;Bob;Cleo;Dee" });
  const out = new Map(), plan = make("div", { class: "stack", "aria-live": "polite" }), papers = make("span", { class: "right row" });
  // What is seated by hand: the tables after a swap, or a list; nothing while the dice decide.
  let hand = null, held = null, seen = null, timer = 0, asked = 0, publish = null, missing = null;
  const later = () => { seen = null; clearTimeout(timer); timer = setTimeout(preview, 400); };
  const sitting = () => [...out].filter(([, box]) => box.checked).map(([player]) => player);
  const wanted = () => ({ nonce: dice.value.trim() || null, out: sitting(), ...(hand ?? {}) });

  async function preview() {
    const number = ++asked;
    try {
      const found = await tell(hallPath(desk, "/round/preview"), wanted());
      if (number !== asked) return false;
      seen = found;
      draw(found);
      return true;
    } catch (problem) {
      if (number === asked) put(plan, failed(problem), mayOrganise(desk) ? byHand() : null);
      return false;
    }
  }

  function draw(found) {
    const thrown = dice.value.trim();
    const how = make("section", { class: "panel stack" }, make("h2", {}, "How it came about"), make("dl", { class: "facts" }, ...(found.by_hand
      ? [make("dt", {}, "By hand"), make("dd", {}, "Somebody chose it. The log keeps the tables and the reason.")]
      : [make("dt", {}, "Seed"), make("dd", {}, "day code before the round ", make("span", { class: "code" }, found.code), `, round ${found.round}${thrown ? ", and the dice" : ""}`), make("dt", {}, "Anybody can check it"), make("dd", {}, "the same day, the same dice, the same seating")]), make("dt", {}, "Tables"), make("dd", {}, found.sizes.join(" · "))));
    const costs = make("section", { class: "panel stack costs" }, make("h2", {}, "What it costs"), make("dl", {}, found.costs.map((one) => make("div", {}, make("dt", {}, one.words), make("dd", {}, one.count && one.kind !== "size" && one.kind !== "score" ? make("span", { class: "mark open" }, String(one.count)) : String(one.count))))));
    const odd = found.odd.length ? make("div", { class: "note warm-note" }, make("ul", { class: "plain" }, found.odd.map((line) => make("li", {}, line))), make("p", {}, "You may swap two people: the swap is written down with your reason.")) : null;
    put(plan, make("div", { class: "came" }, how, costs), odd, mayOrganise(desk) ? swapping(found) : null, make("div", { class: "seats", "aria-label": `Tables of round ${found.round}` }, found.tables.map((one, table) => card(one, table))),
      found.out.length ? make("p", {}, `Out this round: ${found.out.join(", ")}`) : null, mayOrganise(desk) ? closing(found) : null, mayOrganise(desk) ? byHand() : null);
    ready();
  }

  const swapping = (found) => make("p", { class: "small", role: "status" }, held ? make("b", {}, `${found.tables[held[0]].seats[held[1]].name} changes places with … (tap somebody, or again to leave it)`) : "Tap two people to swap them.", found.by_hand ? [" ", button("Back to the drawn seating", () => { hand = held = null; preview(); }, "btn small-text")] : null);

  function closing(found) {
    const count = found.tables.length, blocked = found.troubles.length > 0;
    publish = act(`Publish and open ${count} ${count === 1 ? "table" : "tables"}`, () => seat(false), "btn main tall");
    missing = make("p", { class: "note warm-note" });
    return make("div", { class: "stack" }, found.by_hand ? field("Why it is seated by hand", why) : null, missing, make("div", { class: "row" }, publish, blocked ? act("Seat it all the same", () => seat(true)) : null, act("Print to check", () => print())));
  }

  // What is still missing before it can be published.
  function ready() {
    if (!seen || !publish) return;
    const words = seen.troubles.length ? seen.troubles.join("; ") : seen.by_hand ? (why.value.trim() ? "" : "Write down why it is seated by hand.")
      : dice.value.trim() ? "" : "Throw dice in public and write them down first: without them somebody could have tried out what suits them.";
    missing.hidden = !words;
    put(missing, words);
    publish.disabled = Boolean(words);
  }

  const byHand = () => make("details", { class: "panel" }, make("summary", {}, "Seat all tables by hand"), make("div", { class: "stack" }, make("p", { class: "small" }, "One line for each table: the game, and the players in seat order. The first starts."), field("The tables (CSV)", list), make("div", { class: "row" }, act("Try these tables", () => { hand = { csv: list.value, tables: [] }; held = null; preview(); }))));

  const card = (one, table) => make("article", { class: "panel seating" }, make("h3", { class: "row one between" }, make("span", {}, `Table ${one.table}`), make("span", { class: "mut" }, one.title)),
    make("ol", {}, one.seats.map((seat, place) => make("li", { class: seat.met.length ? "warm" : null }, mayOrganise(desk) ? person(one, seat, table, place) : make("span", {}, `${seat.seat} · `, make("b", {}, seat.name)), make("span", { class: "tiny" }, [place === 0 ? make("b", { class: "starts" }, "starts") : "", seat.met.length ? `${place === 0 ? " · " : ""}${seat.met.join("; ")}` : ""])))));

  const person = (one, seat, table, place) => button([make("span", { class: "nowrap" }, `${seat.seat} · `), make("b", {}, seat.name)], () => tap(table, place), "btn plain-btn", { "aria-pressed": String(held?.[0] === table && held?.[1] === place), "aria-label": `Swap ${seat.name}, table ${one.table}` });

  // The first tap takes somebody up, the second puts them in the place of another.
  async function tap(table, place) {
    if (!seen) return;
    if (!held || (held[0] === table && held[1] === place)) {
      held = held ? null : [table, place];
      draw(seen);
    } else {
      const tables = seen.tables.map((one) => ({ game: one.game, players: [...one.players] }));
      const [from, at] = held;
      [tables[from].players[at], tables[table].players[place]] = [tables[table].players[place], tables[from].players[at]];
      hand = { tables, csv: "" };
      held = null;
      await preview();
    }
    plan.querySelectorAll(".seating")[table]?.querySelectorAll("button")[place]?.focus({ preventScroll: true });
  }

  async function seat(anyway) {
    if (!seen) return;
    const number = seen.round, body = { ...wanted(), hand: hand ? why.value.trim() : null, expect: seen.size, anyway };
    const answer = await view.act(() => hallWrite(desk, "/round", body), (told) => `Round ${number} is seated. Begun: ${told.begun.join(", ") || "nothing new"}.`);
    if (answer) { dice.value = why.value = list.value = ""; hand = held = seen = null; }
  }

  const view = hallView(desk, main, "Seating", "", (told) => {
    const round = told.round + 1;
    for (const one of told.entrants) if (one.state === "in" && !out.has(one.player)) out.set(one.player, make("input", { type: "checkbox", class: "tick", id: `out-${one.player}`, onchange: () => later() }));
    put(papers, told.round ? [paper(desk, "paper/names", `By name, round ${told.round}`), paper(desk, "paper/pairings", "By table"), paper(desk, "paper/slips", "Slips"), make("a", { class: "btn", href: `/hall/${desk.hall.id}`, target: "_blank" }, "Wall")] : null);
    if (round > told.rounds) return [head("Seating", make("span", { class: "pill" }, "all rounds are seated"), papers), view.said, make("p", {}, `All ${told.rounds} rounds are seated.`)];
    const sit = make("details", { class: "panel" }, make("summary", {}, "Somebody sits out"), make("ul", { class: "sitting" }, told.entrants.filter((one) => one.state === "in").map((one) => make("li", {}, make("label", { class: "row one", for: `out-${one.player}` }, out.get(one.player), make("span", {}, one.name))))));
    preview();
    return [head(`Seating, round ${round}: preview`, make("span", { class: "pill wait" }, "not published"), papers), view.said, make("section", { class: "panel stack no-print" }, field("Dice, thrown in public after the last result", dice)), mayOrganise(desk) ? sit : null, plan].filter(Boolean);
  });
  view.held = () => seen !== null;
  return { ...view, leave() { clearTimeout(timer); view.leave?.(); } };
}
