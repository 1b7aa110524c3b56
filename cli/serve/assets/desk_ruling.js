// The form of a ruling: every part by itself, the repeat notice, and the words to read out.

import { button, make, put } from "./dom.js";
import { options } from "./desk_parts.js";
import { capital } from "./words.js";

const VERDICTS = [["upheld", "upheld"], ["partly", "partly"], ["dismissed", "dismissed"]];
const ORDINALS = ["1st", "2nd", "3rd"];
const ordinal = (number) => ORDINALS[number - 1] ?? `${number}th`;
const TIMES = [[0, "none"], [120, "+ 2 min"], [300, "+ 5 min"], [600, "+ 10 min"]];
const WINDOWS = [[0, "no end"], [15, "15 min"], [30, "30 min"], [60, "1 hour"]];

export function rulingForm(told, one, remedies, rule) {
  const players = told.players.map((player) => [player.seat, player.name]);
  const name = (seat) => told.players.find((player) => player.seat === seat)?.name ?? seat;
  const made = { verdict: "upheld", way: "stand", time: 0, until: 30, person: one.against ?? "", level: "none" };
  const facts = make("textarea", { class: "field", id: "facts", oninput: draw });
  const infraction = make("input", { class: "field", id: "infraction", placeholder: "for what, as slow play", oninput: draw, "aria-label": "Penalty for what" });
  const other = make("textarea", { class: "field mono", placeholder: '{"remedy":"amend","targets":[12],"action":{…}}', "aria-label": "Another remedy, as it is written", hidden: true });
  const notice = make("p", { class: "note open small" }), ladder = make("p", { class: "note open small", role: "status", hidden: true }), aloud = make("p", { class: "note small" }), trouble = make("div"), after = make("p", { class: "tiny" });
  const why = make("div");
  const ways = [...remedies.map(([value, words]) => [value, value === "stand" ? "it stands" : words]), ["other", "other …"]];
  const act = button(`Rule as ${told.me}`, give, "btn main wide tall");
  const person = make("select", { class: "field", "aria-label": "Penalty for whom", onchange: (event) => { made.person = event.target.value; draw(); } }, make("option", { value: "" }, "nobody"), players.map(([value, words]) => make("option", { value }, words)));
  person.value = made.person;
  const levels = [["none", "none"], ...told.words.penalties.filter((level) => level !== "note").map((level) => [level, level.replace("-", " ")])];

  const form = make("form", { class: "panel form no-print", "aria-label": "Ruling", onsubmit: (event) => event.preventDefault() }, make("h2", {}, "Ruling"),
    make("p", { class: "small" }, "By ", make("b", {}, told.me), `, ${told.officials.find((official) => official.name === told.me)?.level ?? "not an official of this table"}`),
    make("div", {}, make("label", { class: "label", for: "facts" }, "What happened"), facts),
    options("The claim is", VERDICTS, made.verdict, (value) => { made.verdict = value; draw(); }),
    options("So", ways, made.way, (value) => { made.way = value; other.hidden = value !== "other"; draw(); }), other,
    make("div", {}, make("span", { class: "label" }, "Penalty for"), person),
    options("Penalty", levels.slice(0, 4), made.level, (value) => { made.level = value; draw(); }),
    make("details", {}, make("summary", { class: "small" }, "heavier penalties"), options("Heavier", levels.slice(4), "", (value) => { made.level = value; draw(); })),
    why, notice, ladder,
    options("Time given back", TIMES, made.time, (value) => { made.time = value; draw(); }),
    options("May be appealed for", WINDOWS, made.until, (value) => { made.until = value; draw(); }),
    aloud, trouble, act, after);

  function sentence() {
    const verdict = { upheld: "Upheld.", partly: "Partly upheld.", dismissed: "Dismissed." }[made.verdict];
    const way = made.way === "stand" ? "It stands." : made.way === "other" ? "" : `${capital(remedies.find(([value]) => value === made.way)[1])}.`;
    const penalty = made.person && made.level !== "none" ? `${capital(made.level.replace("-", " "))} for ${name(made.person)}${infraction.value ? `: ${infraction.value}` : ""}.` : "";
    const time = made.time ? `${made.time / 60} minutes more.` : "";
    return [verdict, facts.value.trim(), way, penalty, time].filter(Boolean).join(" ");
  }

  function draw() {
    const penal = made.person && made.level !== "none";
    put(why, penal ? infraction : null);
    const before = told.penalties.filter((penalty) => penalty.seat === made.person);
    const same = before.filter((penalty) => infraction.value && penalty.infraction.toLowerCase() === infraction.value.trim().toLowerCase());
    notice.hidden = !made.person || !before.length;
    put(notice, same.length ? `${name(made.person)}’s ${ordinal(same.length + 1)} for “${infraction.value.trim()}”. ` : "", `${name(made.person)} has in this event: ${before.map((penalty) => `${penalty.level} for ${penalty.infraction} (${penalty.where})`).join("; ")}.`);
    const due = penal ? step(before) : "";
    put(ladder, due);
    ladder.hidden = !due;
    put(aloud, `Read it out: “${sentence()}”`);
    put(after, made.until ? `Then it may be appealed for ${made.until} minutes; after that it is final by itself. The next ruling replaces this one and takes back what it did.` : "It may be appealed until an official makes it final. The next ruling replaces this one and takes back what it did.");
  }

  // The step of the event's ladder that this penalty would leave out.
  function step(before) {
    const said = infraction.value.trim().toLowerCase(), rank = (level) => told.words.penalties.indexOf(level);
    const own = Object.entries(told.steps).find(([what]) => what.toLowerCase() === said)?.[1], due = own ?? told.steps["*"];
    if (!due || rank(made.level) >= rank(due.then)) return "";
    const times = 1 + before.filter((penalty) => penalty.level !== "note" && (!own || penalty.infraction.toLowerCase() === said)).length;
    return times >= due.times ? `The ladder of this event: from the ${ordinal(due.times)} on, ${due.then} is due. With ${made.level} the ruling should say why.` : "";
  }

  async function give() {
    if (!facts.value.trim()) { put(trouble, make("p", { class: "note bad-words", role: "alert" }, "Say what happened, as far as it could be found. Nothing was written.")); facts.focus(); return; }
    let way = remedies.find(([value]) => value === made.way)?.[2];
    if (made.way === "other") {
      try { way = JSON.parse(other.value); } catch { put(trouble, make("p", { class: "note bad-words", role: "alert" }, "The other remedy cannot be read. Nothing was written.")); other.focus(); return; }
    }
    put(trouble);
    const penalties = made.person && made.level !== "none" ? [{ person: made.person, level: made.level, infraction: infraction.value.trim() || "not said" }] : [];
    await rule({ ...way, verdict: made.verdict, facts: facts.value.trim(), text: sentence(), penalties, ...(made.time ? { time: made.time } : {}), ...(made.until ? { appeal_minutes: made.until } : {}) });
  }

  draw();
  return form;
}
