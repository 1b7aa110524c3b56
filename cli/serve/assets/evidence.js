// A photo of the table from whoever logs. It speaks for a claim: one that is open, or one that a player makes with it.

import { button, choices, field, make, put, small, waiting } from "./dom.js";
import { grip } from "./mending.js";
import { openPhoto } from "./photos.js";
import { ask, send } from "./send.js";
import { aboutWords, counted } from "./words.js";

const KINDS = [["illegal", "not allowed"], ["misrecorded", "logged wrong"], ["rules-question", "what does the rule say?"], ["conduct", "conduct"]];

// What the sheet of a photo needs of a page.
const as = (page, now) => ({
  now, path: page.path, notice: page.notice, closeSheet: page.startAgain, refresh: page.wrote,
  openSheet: (title, nodes, actions) => page.openSheet([grip(title, page), ...nodes, ...actions]),
});

export async function photoSheet(page) {
  const waits = page.outbox.waiting.length;
  const shown = (title, ...nodes) => page.openSheet([grip(title, page), ...nodes]);
  if (waits) { shown("A photo of the table", small(`${counted(waits, "line")} still to be sent: a photo comes after ${waits === 1 ? "it" : "them"}. Take it with the camera meanwhile, and choose the picture here later.`)); return; }
  try {
    const [now, matters] = await Promise.all([ask(page.path("/now")), ask(page.path("/matters"))]);
    const open = now.claims.filter((claim) => matters.claims.some((one) => one.seq === claim.seq && !one.ended));
    const way = (claim) => button(`${claim.label}: ${claim.by || "somebody"} on ${aboutWords(claim.about)}`, () => openPhoto(as(page, now), claim), "choice read", { "data-claim": claim.seq });
    if (!open.length) { claimSheet(page, now); return; }
    shown("A photo of the table", small("Which claim does it speak for?"), make("div", { class: "answers" }, open.map(way), button("A new claim …", () => claimSheet(page, now), "choice read", { id: "r-new-claim" })));
  } catch (problem) { shown("A photo of the table", make("p", { class: "note" }, problem.words)); }
}

// Somebody at the table contests something: the claim is logged in their name, and the photo added to it.
function claimSheet(page, now) {
  const text = make("input", { maxlength: 500, autocomplete: "off", id: "r-claim-text" });
  const number = make("input", { type: "number", min: 1, max: now.size - 1, inputmode: "numeric", value: now.size - 1, id: "r-claim-line" });
  const trouble = waiting();
  let by = now.players[0].seat, kind = KINDS[0][0], busy = false;
  const go = async () => {
    const claim = text.value.trim();
    if (!claim) { put(trouble, "Nothing was logged: say what is wrong, in their words."); text.focus(); return; }
    if (busy) return;
    busy = true;
    try {
      const answer = await send(page.path("/events"), { events: [{ do: "dispute", by, about: Number(number.value) || now.size - 1, kind, claim }], over: true }, { expect: now.size, fixed: true });
      await page.wrote(answer);
      const then = await ask(page.path("/now"));
      openPhoto(as(page, then), then.claims.find((one) => one.seq === answer.last));
    } catch (problem) { put(trouble, problem.words ?? String(problem)); } finally { busy = false; }
  };
  page.openSheet([grip("A photo of the table", page), small("A photo is evidence: it speaks for a claim of somebody at the table. An official is called."),
    choices("Who contests it?", now.players.map((one) => [one.seat, one.name]), by, (value) => { by = value; }), field("Which line?", number), choices("What is it?", KINDS, kind, (value) => { kind = value; }),
    field("What is wrong, in their words", text), trouble, button("Log the claim, then the photo …", go, "btn main wide tall", { id: "r-claim" })]);
}
