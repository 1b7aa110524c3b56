// What a player can do: contest something, sign, keep secrets, and follow their own claims.

import { button, choices, field, find, MAIN, make, put, small, waiting } from "./dom.js";
import { send } from "./send.js";
import { secrets } from "./secrets.js";
import { counted, finding, PROCEDURE } from "./words.js";
import { signing } from "./sign.js";

const KINDS = [["illegal", "not allowed"], ["misrecorded", "logged wrong"], ["rules-question", "what does the rule say?"], ["conduct", "conduct"]];
const ABOUT = [["line", "this line"], ["earlier", "an earlier line"], ["missing", "a line is missing"], ["result", "the result"]];

const area = () => make("textarea", { maxlength: 2000 });

export function seat(table) {
  const draft = { about: "line", kind: "illegal", line: null, text: area() };
  const kindOf = () => (ofLines() ? draft.kind : draft.about === "missing" ? "omitted" : "score");
  const ofLines = () => ["line", "earlier"].includes(draft.about);
  const lineAt = () => table.now.steps.find((one) => one.seq === draft.line);
  // The answer to a line of our own may come before the stream tells of it.
  let stored = 0;
  const events = (body, begun) => send(table.path("/events"), { events: [body] }, { expect: Math.max(table.now.size, stored), fixed: true, begun });

  // Sends, and says in words what became of it.
  async function file(body, done, trouble, begun) {
    try {
      const answer = await events(body, begun);
      stored = answer.size;
      table.closeSheet();
      table.notice("sent", `${done} It is line ${answer.last}.`);
      table.refresh();
      return true;
    } catch (problem) {
      put(trouble, problem.words, " What you wrote is still here.");
      return false;
    }
  }

  function openClaim(about = draft.about) {
    const last = table.last();
    if (about === "line" && (!last || PROCEDURE.includes(last.do))) about = table.over ? "result" : "earlier";
    if (draft.about === "line" || draft.line === null) draft.line = last ? last.seq : table.now.size - 1;
    draft.about = about;
    const begun = Date.now();
    const number = make("input", { type: "number", min: 1, max: table.now.size - 1, inputmode: "numeric", value: draft.line });
    const which = make("div", { class: "stack" });
    const kinds = choices("What is it?", KINDS, draft.kind, (value) => { draft.kind = value; showTime(); });
    const limit = make("b");
    const showTime = () => put(limit, table.times?.(kindOf()));
    const rules = make("ul", { class: "findings" });
    const trouble = waiting();
    const showAbout = () => {
      const lines = ofLines();
      kinds.hidden = !lines;
      showTime();
      const step = lineAt();
      put(which, draft.about === "earlier" ? field("Which line?", number) : null,
        draft.about === "missing" ? small("Say below what happened, and after which line.") : null,
        lines && step ? make("p", { class: "about" }, make("b", {}, String(step.seq)), " ", step.text) : null);
      put(rules, ...(lines ? step?.findings ?? [] : []).map(finding));
      if (lines && step && !step.findings?.length) put(rules, make("li", { class: "small" }, "No rule that you can check is against it. You may contest it."));
    };
    number.addEventListener("input", () => { draft.line = Number(number.value) || draft.line; showAbout(); });
    const pick = (value) => {
      draft.about = value;
      if (value === "line") draft.line = table.last()?.seq ?? draft.line;
      showAbout();
    };
    const go = () => sendClaim(trouble, begun);
    table.openSheet("Something is wrong", [choices("About", ABOUT, draft.about, pick), which, kinds, field("In your words", draft.text), rules, trouble],
      [small("An official is called. Play may go on; you can take it back until it is ruled. Everybody at the table can read it.", limit), button(`Send as ${table.now.you}`, go, MAIN)]);
    showAbout();
  }

  async function sendClaim(trouble, begun) {
    const claim = draft.text.value.trim();
    if (!claim) { put(trouble, "Nothing was sent: say in your words what is wrong."); draft.text.focus(); return; }
    const lines = ofLines();
    const step = lineAt();
    const broken = (step?.findings ?? []).filter((one) => one.answer === "broken");
    const body = { do: "dispute", about: lines ? draft.line : draft.about, kind: kindOf(), claim };
    if (lines && draft.kind === "illegal" && broken.length === 1) body.rule = broken[0].rule;
    if (await file(body, "Your claim was sent; an official is called.", trouble, begun)) draft.text.value = "";
  }

  function openStatement(claim) {
    const text = area();
    const trouble = waiting();
    let see = "public";
    const go = async () => {
      const told = text.value.trim();
      if (!told) { put(trouble, "Nothing was sent: say what speaks for it."); text.focus(); return; }
      await file({ do: "evidence", dispute: claim.seq, kind: "statement", text: told, see }, `Your statement to ${claim.label} was sent.`, trouble);
    };
    table.openSheet(`What speaks for ${claim.label}?`, [field("In your words", text),
      choices("Who may read it?", [["public", "everybody"], ["parties", "players and officials"], ["officials", "officials only"]], see, (value) => { see = value; }, "faces three"), trouble],
    [button(`Add to ${claim.label} as ${table.now.you}`, go, MAIN)]);
  }

  function openWithdrawal(claim) {
    const trouble = waiting();
    table.openSheet(`Take ${claim.label} back`, [make("p", {}, `“${claim.text}”`), small("The claim stays in the record, marked as taken back. Only an official could open it again."), trouble],
      [button(`Take ${claim.label} back`, () => file({ do: "withdraw", dispute: claim.seq }, `${claim.label} is taken back.`, trouble), MAIN)]);
  }

  function openAppeal(claim, ruling) {
    const text = area();
    const trouble = waiting();
    let grounds = "fact";
    const pick = [["fact", "what happened"], ["rule", "what the rule means"], ["remedy", "what follows from it"], ["penalty", "the penalty"], ["procedure", "how it was decided"]];
    table.openSheet(`Appeal the ruling on ${claim.label}`, [make("p", {}, `${ruling.by}: ${ruling.text || ruling.verdict}`),
      choices("What is not right about it?", pick, grounds, (value) => { grounds = value; }), field("In your words", text), trouble],
    [small("It goes to a higher official."), button(`Appeal as ${table.now.you}`, () => file({ do: "appeal", ruling: ruling.seq, grounds, text: text.value.trim() || undefined }, "Your appeal was sent.", trouble), MAIN)]);
  }

  const sign = signing(table, () => openClaim("result"));
  const own = secrets(table);

  return {
    sign,
    // Under the board: the code, and what can be done.
    show() {
      const { now } = table;
      const ready = table.over;
      if (ready) import("./after.js").then((m) => m.after(table));
      const code = now.code ? make("div", { class: "row one between" }, make("span", { class: "small" }, "Code now ", make("span", { class: "code" }, now.code)), make("span", { class: "tiny" }, `write it down: it pins all ${counted(now.size - 1, "line")}`)) : null;
      const signed = table.matters?.signs.find((one) => one.seat === now.eyes && one.statement !== "refuse");
      const reason = signed ? `signed, ${counted((signed.size ?? 1) - 1, "line")}` : ready ? "" : "after the end";
      const at = document.activeElement?.dataset?.does;
      put(find("#t-thumb"), code, make("div", { class: "foot3" },
        button("Something is wrong", () => openClaim(), "btn tall", { "data-does": "claim" }),
        button(["Sign", reason && make("small", { class: "tiny" }, reason)].filter(Boolean), () => (ready ? sign() : table.notice("sent", "You sign once the game is over: then the result is shown first.")), "btn tall two", { "data-does": "sign", "aria-disabled": String(!ready) }),
        button("My secrets", own, "btn tall", { "data-does": "secrets" })));
      if (at) find(`#t-thumb [data-does="${at}"]`)?.focus({ preventScroll: true });
    },
    // What can be done about a claim.
    claim(claim, matter) {
      const found = [];
      const may = (label, act) => found.push(button(label, act, "btn small-text"));
      if (!matter.ended) {
        may("Add a statement", () => openStatement(claim));
        may("Add a photo", async () => (await import("./photos.js")).openPhoto(table, claim));
      }
      if (matter.mine && !matter.ended && !matter.ruling) may(`Take ${claim.label} back`, () => openWithdrawal(claim));
      if (matter.ruling && !matter.ended && !matter.ruling.appealed) may("Appeal the ruling", () => openAppeal(claim, matter.ruling));
      return found;
    },
  };
}
