// Sheets about lines: those that wait, two stories of the same moment, what was refused, corrections, lines to mend.

import { button, make, small } from "./dom.js";
import { text } from "./narrow.js";
import { ask, tell } from "./send.js";
import { capital, counted, finding } from "./words.js";

const clock = (at) => (at ? new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : "");

const SERVER = ["at", "said", "salt"];

const bare = (event) => (event ? text(Object.fromEntries(Object.entries(event).filter(([name]) => !SERVER.includes(name)))) : "");

export const age = (tapped) => {
  const seconds = Math.max(0, Math.round((Date.now() - tapped) / 1000));
  return seconds < 60 ? `${seconds} s` : seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
};

const grip = (title, page, words = "Back to the board") => make("div", { class: "grip" }, make("h2", {}, title), button("✕", () => page.closeSheet(), "icon", { "aria-label": words }));

// What waits, and what the service refused.
export function waitingSheet(page, draw) {
  const { outbox } = page;
  const line = (entry, words, ...ways) => make("li", {}, make("span", { class: "grow" }, make("b", {}, entry.said), make("span", { class: "small" }, words)), ...ways);
  const rows = outbox.waiting.map((entry) => line(entry, `waits for ${age(entry.tapped)}`, button("Take back", async () => { await outbox.takeBack(entry); draw(); }, "btn")));
  const refused = outbox.refused.map((entry) => line(entry, ` ${entry.why}`, make("span", { class: "row" },
    navigator.clipboard && button("Copy", () => navigator.clipboard.writeText(entry.say ?? JSON.stringify(entry.event)), "btn"),
    button("Mend", async () => { await outbox.drop(entry); if (entry.say) page.type(entry.say); else page.somethingElse(entry.event); }, "btn"),
    entry.sure ? button("Drop it: tap again", () => outbox.drop(entry).then(draw), "btn main") : button("Drop", () => { entry.sure = true; draw(); }, "btn"))));
  const problem = outbox.lastProblem && rows.length ? small(outbox.lastProblem.words) : null;
  return [grip(rows.length ? `${counted(rows.length, "line")} to be sent` : "Everything is saved", page), problem, rows.length ? make("ul", { class: "list" }, rows) : null,
    refused.length ? make("div", {}, make("h3", {}, "Not taken"), make("ul", { class: "list" }, refused)) : null].filter(Boolean);
}

// Theirs beside mine. Nothing is merged by itself, and nothing is deleted.
export function conflictSheet(page, entry, draw) {
  const { outbox } = page;
  const mine = outbox.waiting;
  const theirs = entry.since ?? [];
  const twice = new Set(mine.filter((one) => one.event && theirs.some((step) => bare(step.event) === bare(one.event))));
  const rest = mine.filter((one) => !twice.has(one));
  const story = (title, rows) => make("div", {}, make("h3", {}, title), make("ul", {}, rows));
  const dropTwice = async () => { for (const one of twice) await outbox.drop(one); };
  const after = async () => {
    await dropTwice();
    if (rest.length) { for (const [place, one] of rest.entries()) { one.expect = entry.size + place; await outbox.save(one); } await outbox.again(rest[0], { expect: entry.size }); }
    page.closeSheet();
  };
  const wasSame = async () => {
    await dropTwice();
    if (rest.length) {
      const [first, ...behind] = twice.has(entry) ? [null, ...rest] : rest;
      if (first) await outbox.drop(first);
      for (const [place, one] of behind.entries()) { one.expect = entry.size + place; one.state = "waiting"; await outbox.save(one); }
    }
    outbox.now();
    page.closeSheet();
  };
  const apart = async () => {
    page.exportApart(mine);
    for (const one of mine) await outbox.drop(one);
    page.closeSheet();
  };
  const size = entry.expect;
  const one = rest.length === 1 ? rest[0].said : counted(rest.length, "line");
  return [make("div", { class: "grip" }, make("h2", {}, "Somebody else logged meanwhile"), button("Later", () => page.closeSheet(), "btn bare")),
    make("div", { class: "stories" },
      story(`Theirs, since line ${size - 1}`, theirs.map((step) => make("li", { class: [...twice].some((each) => bare(each.event) === bare(step.event)) ? "same" : null }, `${step.seq} ${step.text}`))),
      story("Mine, waiting", mine.map((each) => (twice.has(each) ? make("li", { class: "same" }, make("s", {}, each.said), " · logged twice, dropped") : make("li", {}, each.said))))),
    rest.length ? button([make("b", {}, "Add mine after theirs"), make("span", { class: "tiny" }, `then: ${one}`)], after, "btn main wide tall two", { id: "r-after" }) : button("All of mine is there already", after, "btn main wide tall", { id: "r-after" }),
    make("div", { class: "foot2" }, button("Mine was the same", wasSame, "btn", { id: "r-same" }), button("Keep mine apart", apart, "btn", { id: "r-apart" })),
    small("Nothing is merged or deleted by itself. You can go on logging: new lines wait behind these. Lines kept apart become a file for qm compare.")];
}

// Another device has the pen: a courtesy, never a lock.
export function penSheet(page, entry) {
  return [grip("Another device has the pen", page, "Later"), small(entry.why),
    button([make("b", {}, "Write anyway"), make("span", { class: "tiny" }, entry.said)], async () => { await page.outbox.again(entry, { over: true }); page.closeSheet(); }, "btn main wide tall two", { id: "r-over" }),
    make("div", { class: "foot2" }, button("Ask for the pen", async () => { await page.pen("take"); await page.outbox.again(entry, {}); page.closeSheet(); }, "btn"),
      button("Take mine back", async () => { await page.outbox.takeBack(entry); page.closeSheet(); }, "btn"))];
}

// What a correction would do, before it is done.
export async function weighed(page, what, said, draw) {
  const confirm = button(said, () => page.logWhat(what, said), "btn main wide tall", { id: "r-confirm" });
  const nodes = [grip(said, page)];
  try {
    const read = await tell(page.path("/read"), what.say ? { say: what.say } : { events: [what.event] });
    nodes.push(...read.falls.map((step) => small(`No longer counts: ${step.seq} ${step.text}`)), ...read.consequences.map((line) => small(line)));
    if (!read.falls.length && !read.consequences.length) nodes.push(small("Nothing else changes."));
  } catch (problem) {
    nodes.push(make("p", { class: "note" }, problem.status === 0 ? "No connection: what falls away is said once it is sent." : problem.words));
  }
  draw([...nodes, confirm]);
}

// The ladder of undo: which line, then how.
export async function ladderSheet(page, draw, lines = null) {
  let steps = lines ?? page.now.steps;
  try { if (!lines) steps = (await ask(page.path(`/steps?first=${Math.max(1, page.now.size - 60)}&last=${page.now.size}`))).steps; } catch { /* the last lines are at hand */ }
  const show = (step) => draw([grip(`${step.seq} ${step.text}`, page), make("div", { class: "answers" },
    button(`Go back to line ${step.seq}: all after it falls`, () => weighed(page, { say: `u ${step.seq}` }, `Go back to line ${step.seq}`, draw), "choice read"),
    button(`Replace line ${step.seq} …`, () => page.somethingElse({ ...(step.by ? { by: step.by } : {}) }, (body, said) => weighed(page, { event: { do: "amend", target: step.seq, action: body } }, `Line ${step.seq} was: ${said}`, draw)), "choice read", { id: "r-replace" }),
    button(`Strike line ${step.seq}`, () => weighed(page, { say: `x ${step.seq}` }, `Strike line ${step.seq}`, draw), "choice read", { id: "r-strike" }),
    button(`Something was forgotten after line ${step.seq} …`, () => page.somethingElse({}, (body, said) => weighed(page, { event: { do: "insert", after: step.seq, action: body } }, `After line ${step.seq}: ${said}`, draw)), "choice read"))]);
  draw([grip("Which line?", page), button("The last one: undo it", () => weighed(page, { say: "u" }, "Undo the last line", draw), "choice read"),
    make("ul", { class: "list" }, [...steps].reverse().map((step) => make("li", {}, button(`${step.seq} ${step.text}`, () => show(step), "choice read", { "data-line": step.seq }))))]);
}

// Lines that nobody understood yet, each with the one before and after it.
export async function unreadSheet(page, draw) {
  let steps = page.now.steps;
  try { steps = (await ask(page.path(`/steps?first=${Math.max(1, page.now.size - 400)}&last=${page.now.size}`))).steps; } catch { /* the last lines are at hand */ }
  const rows = steps.map((step, place) => [step, steps[place - 1], steps[place + 1]]).filter(([step]) => step.do === "unread");
  draw([grip(rows.length ? `${counted(rows.length, "line")} to mend` : "No line has to be mended", page), make("ul", { class: "list" }, rows.map(([step, before, behind]) => make("li", {},
    make("span", { class: "grow" }, make("b", {}, `${clock(step.at)} ${step.text}`), before && small(`after ${before.seq} ${before.text}`), behind && small(`before ${behind.seq} ${behind.text}`)),
    make("span", { class: "row" }, button("Mend …", () => page.somethingElse({}, (body, said) => weighed(page, { event: { do: "amend", target: step.seq, action: body } }, `Line ${step.seq} was: ${said}`, draw)), "btn main"),
      button("Nobody knows", () => weighed(page, { event: { do: "amend", target: step.seq, action: { do: "note", text: "Nobody knows what happened here." } } }, `Line ${step.seq}: nobody knows`, draw), "btn")))))]);
}

export const told = (steps) => steps.flatMap((step) => [make("p", { class: "said" }, capital(step.text)), step.findings?.length ? make("ul", { class: "findings" }, step.findings.map(finding)) : null]).filter(Boolean);
