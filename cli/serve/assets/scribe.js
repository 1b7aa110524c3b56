// A typed line for whoever logs: tried while typing stops, logged with Enter, taken back with one button.

import { button, find, make, put, small } from "./dom.js";
import { send, tell } from "./send.js";
import { capital, finding } from "./words.js";

const PAUSE = 350;

export function scribe(table) {
  const input = make("input", { class: "field", id: "t-typed", autocomplete: "off", autocapitalize: "none", autocorrect: "off", spellcheck: "false", enterkeyhint: "send", "aria-describedby": "t-reading" });
  const reading = make("div", { id: "t-reading", class: "reading", "aria-live": "polite" });
  const undo = make("div", {});
  let timer = 0, asked = 0, begun = 0, busy = false;

  const told = (step, before = "") => [make("p", { class: "said" }, before, step.text), make("ul", { class: "findings" }, (step.findings ?? []).map(finding))];

  async function tryOut() {
    const say = input.value.trim();
    const mine = ++asked;
    if (!say) { put(reading); return; }
    try {
      const read = await tell(table.path("/read"), { say });
      if (mine !== asked) return;
      if (read.readings.length) put(reading, small("It can be read in more than one way:"), make("div", { class: "answers" }, read.readings.map((line) => button(line, () => { input.value = line; input.focus(); tryOut(); }, "choice read"))));
      else put(reading, ...read.steps.flatMap((step) => told(step)), ...read.falls.map((step) => small(`No longer counts: ${step.seq} ${step.text}`)),
        ...read.consequences.map((line) => small(line)), make("p", { class: "tiny" }, "Not logged yet: press Enter."));
    } catch (problem) {
      if (mine === asked) put(reading, small(problem.words));
    }
  }

  async function log(say, over = false, expect = table.now.size) {
    if (!say || busy) return;
    busy = true;
    clearTimeout(timer);
    asked += 1;
    try {
      const answer = await send(table.path("/events"), { say, over }, { expect, begun: begun || Date.now() });
      if (say === input.value.trim()) input.value = "";
      begun = 0;
      put(reading, ...answer.steps.flatMap((step) => told(step, `Line ${step.seq}: `)));
    } catch (problem) {
      trouble(problem, say, over);
    }
    busy = false;
  }

  function trouble(problem, say, over) {
    const again = (words, more, expect) => button(words, () => log(say, more, expect), "btn");
    const ways = [];
    if (problem.kind === "pen") ways.push(again("Log it all the same", true), button("Ask for the pen", () => pen("take"), "btn"));
    if (problem.kind === "moved-on") ways.push(again("Add mine after theirs", over, problem.size));
    if (problem.status === 0) ways.push(again(`Log “${say}” again`, over));
    put(reading, make("p", { class: "note bad-words" }, problem.words), problem.since?.length ? make("ul", { class: "small" }, problem.since.map((step) => make("li", {}, `${step.seq} ${step.text}`))) : null,
      problem.readings?.length ? make("div", { class: "answers" }, problem.readings.map((line) => button(line, () => { input.value = line; tryOut(); input.focus(); }, "choice read"))) : null,
      ways.length ? make("div", { class: "row" }, ways) : null);
  }

  async function pen(what) {
    try { await tell(table.path("/pen"), { do: what }); } catch (problem) { put(reading, problem.words); }
    table.refresh();
  }

  input.addEventListener("input", () => {
    begun ||= Date.now();
    clearTimeout(timer);
    timer = setTimeout(tryOut, PAUSE);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) { event.preventDefault(); log(input.value.trim()); }
    if (event.key === "Escape") { input.value = ""; begun = 0; tryOut(); }
  });
  addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement === document.body) { event.preventDefault(); input.focus(); }
  });
  put(find("#t-thumb"), reading, make("div", { class: "row one" }, make("label", { class: "hide", for: "t-typed" }, "What happened, as you would type it"), input, button("Log", () => log(input.value.trim()), "btn main")), undo);
  input.placeholder = "Type what happened";

  return {
    pen: true,
    claim: (claim, matter) => (matter.ended ? [] : [button("Add a photo", async () => (await import("./photos.js")).openPhoto(table, claim), "btn small-text")]),
    show() {
      const { now } = table;
      const last = table.last();
      const held = now.pen;
      if (held?.mine && held.asked_by) {
        table.notice("pen", make("p", {}, `“${held.asked_by}” asks for the pen. It goes over by itself if you say nothing.`),
          make("div", { class: "row" }, button("Keep the pen", () => pen("keep"), "btn"), button("Hand the pen over", () => pen("give"), "btn")));
      } else if (held && !held.mine) table.notice("pen", make("p", {}, `“${held.device}” has the pen.`), button("Ask for the pen", () => pen("take"), "btn"));
      else table.notice("pen");
      const closed = now.closed || now.damaged;
      input.disabled = Boolean(closed);
      const words = last ? `Undo: ${last.text}` : "Nothing to undo";
      put(undo, button(make("span", { class: "cut" }, words), () => log("u"), "btn wide tall", { "aria-disabled": String(!last || Boolean(closed)), "aria-label": capital(words) }));
    },
  };
}
