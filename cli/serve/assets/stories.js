// Sheets of the outbox: what waits, what was refused, two stories of the same moment, and another device with the pen.

import { button, make, small } from "./dom.js";
import { grip } from "./mending.js";
import { ask } from "./send.js";
import { same } from "./taps.js";
import { capital, counted } from "./words.js";

const SERVER = ["at", "said", "salt"];

const bare = (event) => Object.fromEntries(Object.entries(event).filter(([name]) => !SERVER.includes(name)));

const isSame = (step, entry) => Boolean(step.event && entry.event && same(bare(step.event), bare(entry.event)));

export const age = (tapped) => {
  const seconds = Math.max(0, Math.round((Date.now() - tapped) / 1000));
  return seconds < 60 ? `${seconds} s` : seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
};

// What waits, and what the service refused.
export function waitingSheet(page) {
  const { outbox } = page;
  const line = (entry, words, ...ways) => make("li", {}, make("span", { class: "grow" }, make("b", {}, entry.said), make("span", { class: "small" }, words)), ...ways);
  const rows = outbox.waiting.map((entry) => line(entry, entry.unwanted ? "is being taken back" : `waits for ${age(entry.tapped)}`, entry.unwanted ? null : button("Take back", () => outbox.takeBack(entry), "btn", { "aria-label": `Take back: ${entry.said}` })));
  const refused = outbox.refused.map((entry) => line(entry, ` ${entry.why}`, refusedWays(page, entry)));
  return [grip(rows.length ? `${counted(rows.length, "line")} to be sent` : refused.length ? `${counted(refused.length, "line")} not taken` : "Everything is saved", page),
    outbox.lastProblem && rows.length ? small(outbox.lastProblem.words) : null, rows.length ? make("ul", { class: "list" }, rows) : null,
    refused.length ? make("div", {}, make("h3", {}, "Not taken; nothing of it was logged"), make("ul", { class: "list" }, refused)) : null].filter(Boolean);
}

function refusedWays({ outbox, ...page }, entry) {
  return make("span", { class: "row" },
    navigator.clipboard && button("Copy", () => navigator.clipboard.writeText(entry.say ?? JSON.stringify(entry.event)), "btn"),
    (entry.readings ?? []).map((words) => button(words, async () => { await outbox.drop([entry]); page.logWhat({ say: words }, words); }, "choice read")),
    button("Mend", async () => { await outbox.drop([entry]); if (entry.say) page.type(entry.say); else page.somethingElse(entry.event); }, "btn"),
    entry.sure ? button("Drop it: tap again", () => outbox.drop([entry]), "btn main") : button("Drop", () => { entry.sure = true; page.draw(); }, "btn"));
}

// Lines of mine that are theirs too, one for one and in their order.
function paired(theirs, mine) {
  const found = new Map();
  let after = 0;
  for (const one of mine) {
    const place = theirs.findIndex((step, index) => index >= after && isSame(step, one));
    if (place < 0) continue;
    found.set(one, theirs[place]);
    after = place + 1;
  }
  return found;
}

// Theirs beside mine. Nothing is merged by itself, and nothing is deleted. Lines of mine that are theirs too are marked,
// by their words or with a tap.
export function conflictSheet(page, entry) {
  const { outbox } = page;
  const theirs = entry.since ?? [];
  const mine = outbox.waiting, hidden = entry.size - entry.expect - theirs.length;
  const pairs = paired(theirs, mine);
  const isTwice = (one) => one.twice ?? pairs.has(one);
  const rest = mine.filter((one) => !isTwice(one));
  const finish = async (gone, left) => { await outbox.drop(gone); await outbox.renumber(left, entry.size); page.startAgain(); };
  const mark = (one) => { one.twice = !isTwice(one); page.draw(); };
  const then = rest.length === 1 ? rest[0].said : counted(rest.length, "line");
  const story = (title, rows) => make("div", {}, make("h3", {}, title), make("ul", {}, rows));
  return [make("div", { class: "grip" }, make("h2", {}, "Somebody else logged meanwhile"), button("Later", page.startAgain, "btn bare", { id: "r-later" })),
    make("div", { class: "stories" },
      story(`Theirs, since line ${entry.expect - 1}`, [hidden > 0 ? make("li", { class: "same" }, `${counted(hidden, "earlier line")}, not shown here`) : null, ...theirs.map((step) => make("li", { class: [...pairs.values()].includes(step) ? "same" : null }, `${step.seq} ${step.text}`))].filter(Boolean)),
      story("Mine, waiting", mine.map((one) => make("li", { class: isTwice(one) ? "same" : null }, isTwice(one) ? [make("s", {}, one.said), " · logged twice, dropped "] : `${one.said} `,
        button(isTwice(one) ? "It is not the same" : "It is the same", () => mark(one), "btn small-text"))))),
    rest.length ? button([make("b", {}, "Add mine after theirs"), make("span", { class: "tiny" }, `${theirs.length ? `${theirs.map((step) => step.seq).slice(-3).join(", ")}, ` : ""}then: ${then}`)], () => finish(mine.filter(isTwice), rest), "btn main wide tall two", { id: "r-after" })
      : button("All of mine is there already", () => finish(mine, []), "btn main wide tall", { id: "r-after" }),
    make("div", { class: "foot2" }, button(`Mine was the same${rest.length > 1 ? `: drop all ${mine.length}` : ""}`, () => finish(mine, []), "btn", { id: "r-same" }),
      button("Keep mine apart", async () => { exportApart(page, mine, entry.expect); await finish(mine, []); }, "btn", { id: "r-apart" })),
    small("Nothing is merged or deleted by itself. You can go on logging: new lines wait behind these. Lines kept apart become a file for qm compare.")];
}

// A refusal tells only the last lines of theirs. Whoever was away for long is told all of them.
export async function wholeStory(page, entry) {
  if ((entry.since?.length ?? 0) >= entry.size - entry.expect) return;
  try {
    const { steps } = await ask(page.path(`/steps?first=${entry.expect}&last=${entry.size - 1}`));
    if (entry.state !== "conflict" || steps.length <= (entry.since?.length ?? 0)) return;
    entry.since = steps;
    await page.outbox.commit([entry]);
  } catch { /* what the refusal told is shown, and says where it begins */ }
}

// Mine as a file for `qm compare`: of which record, how many lines both have, and then my lines. The lines of both stay
// with the service: they may hold what this link may not see.
function exportApart(page, entries, size) {
  const lines = [{ apart: 1, record: page.record, lines: size }, ...entries.map((one) => one.event ?? { say: one.say })].map((one) => JSON.stringify(one));
  const link = make("a", { href: URL.createObjectURL(new Blob([`${lines.join("\n")}\n`], { type: "application/x-ndjson" })), download: `${page.record}-apart.jsonl` });
  document.body.append(link);
  link.click();
  link.remove();
}

// Another device has the pen: a courtesy, never a lock.
export function penSheet(page, entry) {
  const number = page.outbox.waiting.length;
  return [grip("Another device has the pen", page, "Later"), small(`${capital(entry.pen?.device ?? "another device")} has it. ${number > 1 ? "Your lines are" : "Your line is"} safe on this phone and not logged yet.`),
    button([make("b", {}, "Write anyway"), make("span", { class: "tiny" }, number > 1 ? counted(number, "line") : entry.said)], async () => { await page.outbox.insist(true); page.startAgain(); }, "btn main wide tall two", { id: "r-over" }),
    make("div", { class: "foot2" }, button("Ask for the pen", async () => { await page.pen("take"); page.startAgain(); }, "btn", { id: "r-ask-pen" }),
      button("Take mine back", async () => { await page.outbox.takeBack(entry); page.startAgain(); }, "btn"))];
}
