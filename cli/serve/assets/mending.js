// Corrections: which line, how, what would fall away; and the lines that nobody understood yet.

import { button, make, small } from "./dom.js";
import { ask, tell } from "./send.js";
import { capital, counted, finding } from "./words.js";

const clock = (at) => (at ? new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : "");

export const grip = (title, page, words = "Back to the board") => make("div", { class: "grip" }, make("h2", {}, title), button("✕", () => page.startAgain(), "icon", { "aria-label": words }));

// Lines that stand, as they are read back.
export const told = (steps) => steps.flatMap((step) => [make("p", { class: "said" }, capital(step.text)), step.findings?.length ? make("ul", { class: "findings" }, step.findings.map((one) => finding({ ...one, rule: "" }))) : null,
  step.findings?.some((one) => one.answer === "broken") ? small("It is logged. If the table let it stand, just go on.") : null]).filter(Boolean);

// What a correction would do, before it is done.
export async function weighed(page, what, said) {
  const confirm = button(said, () => page.logWhat(what, said), "btn main wide tall", { id: "r-confirm" });
  const nodes = [grip(said, page)];
  try {
    const read = await tell(page.path("/read"), what.say ? { say: what.say } : { events: [what.event] });
    nodes.push(...fallen(read.falls), ...read.consequences.map((line) => small(line)));
    if (!read.falls.length && !read.consequences.length) nodes.push(small("No other line falls away, and the findings stay as they are."));
  } catch (problem) {
    nodes.push(make("p", { class: "note" }, problem.status === 0 ? "No connection: what falls away can only be said once there is one." : problem.words));
  }
  page.openSheet([...nodes, confirm]);
}

// What would no longer count: in one line, or as a list.
export const fallen = (steps) => (steps.length < 2 ? steps.map((step) => small(`No longer counts: ${step.seq} ${step.text}`))
  : [make("p", {}, make("b", {}, `${steps.length} lines no longer count:`)), make("ul", { class: "before" }, steps.map((step) => make("li", {}, make("span", { class: "n" }, String(step.seq)), make("span", {}, step.text))))]);

export const replacing = (page, seq) => (body, said) => weighed(page, { event: { do: "amend", target: seq, action: body } }, `Line ${seq} was: ${said}`);

async function lines(page, most, otherwise) {
  try { return (await ask(page.path(`/steps?first=${Math.max(1, page.now.size - most)}&last=${page.now.size}`))).steps; } catch { return otherwise; }
}

// A sheet of the last lines follows the record: somebody may log while it is open.
async function openLines(page, most, parts) {
  let { size } = page.now, steps = await lines(page, most, page.now.steps);
  const sheet = () => {
    if (page.now.size !== size) { ({ size } = page.now); again(); }
    return parts(steps);
  };
  async function again() { steps = await lines(page, most, steps); if (page.sheet === sheet) page.draw(); }
  page.openSheet(sheet);
}

// The ladder of undo: which line, then how.
export function ladderSheet(page) {
  return openLines(page, 60, (steps) => [grip("Which line?", page), button("The last one: undo it", () => weighed(page, { say: "u" }, "Undo the last line"), "choice read"),
    make("ul", { class: "list" }, [...steps].reverse().map((step) => make("li", {}, button(`${step.seq} ${step.text}`, () => page.openSheet(rungs(page, step)), "choice read", { "data-line": step.seq }))))]);
}

function rungs(page, step) {
  const { seq } = step;
  const way = (words, action, id) => button(words, action, "choice read", { id });
  return [grip(`${seq} ${step.text}`, page), make("div", { class: "answers" },
    way(`Go back to line ${seq}: all after it falls`, () => weighed(page, { say: `u ${seq}` }, `Go back to line ${seq}`), "r-to"),
    way(`Replace line ${seq} …`, () => page.somethingElse(step.by ? { by: step.by } : {}, replacing(page, seq)), "r-replace"),
    way(`Strike line ${seq}`, () => weighed(page, { say: `x ${seq}` }, `Strike line ${seq}`), "r-strike"),
    way(`Something was forgotten after line ${seq} …`, () => page.somethingElse({}, (body, said) => weighed(page, { event: { do: "insert", after: seq, action: body } }, `After line ${seq}: ${said}`)), "r-insert"))];
}

// Lines that nobody understood yet, each with the one before and after it.
export function unreadSheet(page) {
  return openLines(page, 400, (steps) => unreadParts(page, steps));
}

function unreadParts(page, steps) {
  const rows = steps.map((step, place) => [step, steps[place - 1], steps[place + 1]]).filter(([step]) => step.do === "unread");
  const row = ([step, before, behind]) => make("li", {}, make("span", { class: "badge open" }, String(step.seq)),
    make("span", { class: "grow" }, make("b", {}, step.event?.said ? `“${step.event.said}”` : capital(step.text)), make("span", { class: "small" }, [clock(step.at), before && `after “${before.text}”`].filter(Boolean).join(" · "))),
    button("Mend", () => page.openSheet(mendSheet(page, step, before, behind)), "btn", { "data-mend": step.seq, "aria-label": `Mend line ${step.seq}` }));
  return [grip(rows.length ? `${counted(rows.length, "line")} to mend` : "No line has to be mended", page),
    rows.length ? make("p", { class: "note" }, "They count for nothing until they are mended. The game goes on without them, and so does the log.") : null,
    make("ul", { class: "list rowed" }, rows.map(row)), make("div", { class: "foot2" }, button("Ask the table later", page.startAgain, "btn"), button("Back to the board", page.startAgain, "btn main"))].filter(Boolean);
}

function mendSheet(page, step, before, behind) {
  const { seq } = step;
  const note = (words) => ({ event: { do: "amend", target: seq, action: { do: "note", text: words } } });
  return [grip(`Line ${seq}, what was it?`, page), small(before ? `Before: ${before.text} ` : "", behind ? `After: ${behind.text}` : ""),
    make("div", { class: "faces two", role: "group", "aria-label": "What was it?" },
      page.alphabet.verbs.filter((verb) => verb.by).map((verb) => button(capital(verb.label), () => page.somethingElse({ do: verb.do, ...(page.now.turn.length === 1 ? { by: page.now.turn[0] } : {}) }, replacing(page, seq)), "choice", { "data-do": verb.do })),
      button("Something else", () => page.somethingElse({}, replacing(page, seq)), "choice"),
      button("Nothing happened", () => weighed(page, { say: `x ${seq}` }, `Line ${seq}: nothing happened`), "choice"),
      button("Nobody knows", () => weighed(page, note("Nobody knows what happened here."), `Line ${seq}: nobody knows`), "choice unseen", { id: "r-nobody" }))];
}
