// One dispute: the claim and what speaks for it, a remedy tried, what to put back, and the ruling.

import { button, make, put } from "./dom.js";
import { andGame, failed, head, running, tableWords, time } from "./desk_parts.js";
import { rulingForm } from "./desk_ruling.js";
import { gallery, picker } from "./photos.js";
import { Picture } from "./picture.js";
import { ask, send, tell } from "./send.js";
import { capital, finding } from "./words.js";

// A photo takes its time on a slow line.
const SLOW = 70000;
const SVG = "http://www.w3.org/2000/svg";
const KINDS = { illegal: "not allowed", misrecorded: "logged wrongly", omitted: "something is missing", score: "the score", hidden: "a hidden fact", time: "time", conduct: "conduct", "rules-question": "a question about the rules" };
const SEES = { officials: "officials may see it", parties: "those concerned may see it", public: "all may see it" };
const ANSWERS = { broken: "✗ against a rule", open: "? nobody can know yet", none: "none" };
const GROUNDS = [["fact", "the facts"], ["rule", "the rule"], ["remedy", "the remedy"], ["penalty", "the penalty"], ["procedure", "the procedure"]];

export function showDispute(desk, main, id, seq) {
  const path = `/records/${encodeURIComponent(id)}`;
  const trouble = make("div"), top = make("div"), left = make("div"), middle = make("div"), right = make("div");
  put(main, top, trouble, make("div", { class: "case" }, left, middle, right));
  const view = { told: null, tried: null };
  const panel = (title, ...children) => make("section", { class: "panel" }, make("h2", {}, title), ...children);

  async function load() {
    try {
      view.told = await ask(`${path}/disputes`);
      put(trouble);
    } catch (problem) { put(trouble, failed(problem)); return; }
    view.case = view.told.disputes.find((one) => String(one.seq) === String(seq)) ?? view.told.disputes.at(-1);
    if (!view.case) { put(top, head("Nobody has contested anything here", make("a", { class: "btn", href: `#t/${id}` }, "To the table"))); return; }
    drawTop(); drawLeft(); drawMiddle(); drawRight();
  }

  const player = (seat) => view.told.players.find((one) => one.seat === seat) ?? { seat, name: seat };

  function drawTop() {
    const one = view.case, since = one.since === null ? null : running(one.since);
    const stands = { open: "play goes on", reopened: "open again", deferred: "play goes on, to be decided later", ruled: "ruled", appealed: "ruled, and appealed", final: "final", settled: "settled", withdrawn: "taken back" }[one.state];
    put(top, head(`${one.label} · ${tableWords(view.told)}${andGame(view.told)}`,
      one.stopped ? make("span", { class: "pill bad" }, make("span", { class: "dot off" }), "play has stopped ", since) : make("span", { class: "pill" }, stands),
      make("span", { class: `pill ${one.late ? "wait" : ""}` }, one.late ? "too late" : one.late === null ? "the log does not show whether in time" : "in time"),
      make("span", { class: "row right no-print" }, make("a", { class: "btn small-text", href: `#t/${id}` }, "To the table"),
        one.state === "open" && !one.may.defer ? button("Let them play on", () => act(() => send(`${path}/rulings`, { dispute: one.seq, defer: true }, { expect: view.told.size, bare: true })), "btn small-text") : null,
        button("Print", () => print(), "btn small-text"))));
  }

  function drawLeft() {
    const one = view.case;
    put(left, panel("The claim", make("p", { class: "said" }, `“${one.text}”`), make("p", { class: "small" }, make("b", {}, one.by), ` about ${one.about}${one.at ? `, ${time(one.at)}` : ""}. Kind: ${KINDS[one.kind] ?? one.kind}. ${capital(one.window)}.`)),
      one.findings.length ? make("ul", { class: "stack" }, one.findings.map(finding)) : one.line === null ? null : make("p", { class: "note small" }, `The rules say nothing against line ${one.line}.`),
      panel(one.line === null ? "Around the claim" : `Around line ${one.line}`, make("ol", { class: "story" }, one.around.map((line) => make("li", {}, make("span", { class: "n" }, String(line.seq)), make("span", {}, line.contested ? make("b", {}, line.text) : line.text, line.mark ? ` ${line.mark}` : ""))))),
      evidence());
  }

  function evidence() {
    const one = view.case, form = make("div", { class: "stack" });
    const listed = one.evidence.length ? make("ol", { class: "story" }, one.evidence.map((item) => make("li", {}, make("span", { class: "n" }, time(item.at) || String(item.seq)), make("span", {}, item.by ? make("b", {}, `${item.by}: `) : "", item.text ? `“${item.text}” ` : "", item.photo ? gallery(path, [{ seq: item.seq, by: "", text: "" }]) : item.file ? `file ${item.file} ` : "", make("span", { class: "mut" }, SEES[item.see] ?? ""))))) : make("p", { class: "small" }, "Nobody has said anything yet.");
    const open = () => {
      let by = view.told.players[0].seat, see = "public";
      const text = make("textarea", { class: "field", "aria-label": "What they say" });
      put(form, picks("Who says it", view.told.players.map((who) => [who.seat, who.name]), by, (value) => { by = value; }), text,
        picks("Who may see it", Object.entries({ public: "all", parties: "those concerned", officials: "officials" }), see, (value) => { see = value; }),
        make("div", { class: "row" }, button("Add it to the evidence", () => act(() => send(`${path}/events`, { over: true, events: [{ do: "evidence", by, dispute: one.seq, kind: "statement", text: text.value, see }] }, { expect: view.told.size, fixed: true })), "btn main"), button("Leave it", () => put(form), "btn")));
      text.focus();
    };
    const openPhoto = () => {
      let by = view.told.players[0].seat, see = "public";
      const wrong = make("p", { class: "note bad-words", role: "status" }), pick = picker(wrong);
      const text = make("input", { class: "field", "aria-label": "What it shows", placeholder: "What it shows", maxlength: "500" });
      const add = async () => {
        const photo = await pick.chosen();
        if (!photo) { put(wrong, "Nothing was sent: take a photo first, or choose a picture."); return; }
        await act(() => send(`${path}/photos`, { dispute: one.seq, photo, text: text.value.trim(), see, over: true, ...(view.told.me ? {} : { by }) }, { expect: view.told.size, fixed: true, time: SLOW }));
      };
      put(form, pick.node, view.told.me ? null : picks("Who shows it", view.told.players.map((who) => [who.seat, who.name]), by, (value) => { by = value; }), text,
        picks("Who may see it", Object.entries({ public: "all", parties: "those concerned", officials: "officials" }), see, (value) => { see = value; }), wrong,
        make("div", { class: "row" }, button("Add the photo to the evidence", add, "btn main"), button("Leave it", () => put(form), "btn")));
    };
    return panel("Evidence", listed, make("div", { class: "row no-print" }, button("Add what somebody says", open, "btn small-text"), button("Add a photo", openPhoto, "btn small-text")), form);
  }

  function picks(words, answers, chosen, onchoose) {
    const select = make("select", { class: "field", "aria-label": words, onchange: (event) => onchoose(event.target.value) }, answers.map(([value, text]) => make("option", { value }, text)));
    select.value = chosen;
    return make("div", {}, make("span", { class: "label" }, words), select);
  }

  // Remedies that can be tried, as the ruling would order them.
  function remedies() {
    const { line, before } = view.case;
    const ways = [["stand", "stands", { remedy: "stand" }]];
    if (line !== null) ways.push(["void", `strike out ${line}`, { remedy: "void", targets: [line] }]);
    if (before !== null) ways.push(["rewind", `back to ${before}`, { remedy: "rewind", to: before }]);
    return ways;
  }

  function drawMiddle() {
    const tabs = make("div", { class: "seg", role: "group", "aria-label": "Remedy tried" }), both = make("div"), sheet = make("div");
    const tried = panel("What if …", tabs, both);
    put(middle, tried, sheet, appeals());
    const choose = async (name, words, body) => {
      for (const tab of tabs.children) tab.setAttribute("aria-pressed", String(tab.dataset.name === name));
      put(tried.firstChild, name === "stand" ? "What if it stands?" : name === "void" ? `What if line ${view.case.line} is struck out?` : `What if play goes back to line ${view.case.before}?`);
      try {
        const answer = await tell(`${path}/whatif`, body);
        put(both, pictures(answer), compared(answer));
        put(sheet, answer.sheet ? undo(answer.sheet, body.to === undefined ? answer.changes : null) : null);
      } catch (problem) { put(both.children.length ? sheet : both, failed(problem)); }
    };
    view.try = choose;
    put(tabs, remedies().map(([name, words, body]) => button(words, () => choose(name, words, body), "", { "data-name": name, "aria-pressed": "false" })));
    const first = remedies()[Math.min(1, remedies().length - 1)];
    choose(...first);
  }

  function pictures(answer) {
    const drawn = (words, side) => {
      const svg = document.createElementNS(SVG, "svg");
      svg.setAttribute("class", "scene quiet");
      svg.setAttribute("role", "img");
      if (side.picture) new Picture(svg).show(side.picture);
      svg.setAttribute("aria-label", words);
      return make("figure", {}, make("figcaption", {}, words), svg);
    };
    return make("div", { class: "beside" }, drawn("As it is", answer.now), drawn("What if", answer.then));
  }

  function compared(answer) {
    const row = ({ what, rule, now, then }) => make("tr", {}, make("td", {}, what, rule ? make("small", { class: "mut" }, ` ${rule}`) : null), make("td", {}, now), make("td", {}, now === then ? then : make("b", {}, then)));
    const told = answer.findings.map((one) => ({ what: one.what, rule: one.rule, now: ANSWERS[one.now] ?? one.now, then: ANSWERS[one.then] ?? one.then }));
    const none = told.length ? [] : [{ what: "Findings", now: "none", then: "none" }];
    const falls = answer.falls.length ? make("p", { class: "small" }, `No longer counts: line ${answer.falls.join(", ")}.`) : null;
    return make("div", { class: "stack" }, make("table", { class: "compared" }, make("thead", {}, make("tr", {}, make("th", {}, make("span", { class: "hide" }, "What")), make("th", {}, "as it is"), make("th", {}, "what if"))),
      make("tbody", {}, [...answer.scores.filter((one) => one.now !== "–" || one.then !== "–"), ...told.slice(0, 12), ...none].map(row))), falls);
  }

  const tick = (words, more = null) => make("li", {}, make("label", { class: "row one" }, make("input", { type: "checkbox", class: "tick" }), make("span", {}, words, more)));

  // Where a line is struck out, those after it stand: `changes` are then the differences that are left at the end.
  function undo(sheet, changes = null) {
    const steps = changes ? changes.map((words) => tick(words)) : sheet.steps.flatMap((step) => step.put_back.map((words) => tick(words, make("span", { class: "tiny" }, ` · line ${step.seq}`))));
    const cannot = sheet.cannot.map((words) => make("li", {}, make("span", { class: "tick never", "aria-hidden": "true" }, "!"), make("span", {}, make("b", {}, "Cannot be put back: "), words)));
    const lost = sheet.decisions.map((one) => `${one.name} ${one.count}`).join(", ") || "none";
    return panel(changes ? "Undo sheet: put right by hand" : "Undo sheet: put back by hand", make("ul", { class: "ticks" }, steps, cannot), make("p", { class: "small" }, `Decisions lost: ${lost}. Chance or hidden: ${sheet.chance.length ? `line ${sheet.chance.join(", ")}` : "none"}.`));
  }

  function appeals() {
    const one = view.case, form = make("div", { class: "stack" }), standing = one.rulings.find((ruling) => ruling.stands);
    const given = one.rulings.map((ruling) => make("li", {}, make("span", { class: "n" }, String(ruling.seq)), make("span", {}, make("b", {}, `${ruling.by}, ${ruling.level}: `), ruling.text, ruling.penalties.length ? ` ${ruling.penalties.join("; ")}.` : "", ruling.stands ? make("span", { class: "badge good" }, "stands") : ruling.deferred ? "" : make("span", { class: "badge" }, "no longer stands"))));
    const appeal = () => {
      let by = view.told.players[0].seat, ground = "fact";
      const text = make("textarea", { class: "field", "aria-label": "Why the ruling is wrong" });
      put(form, picks("Who appeals", view.told.players.map((who) => [who.seat, who.name]), by, (value) => { by = value; }), picks("What is wrong", GROUNDS, ground, (value) => { ground = value; }), text,
        make("div", { class: "row" }, button("Take the appeal", () => act(() => send(`${path}/events`, { over: true, events: [{ do: "appeal", by, ruling: standing.seq, grounds: [ground], ...(text.value ? { text: text.value } : {}) }] }, { expect: view.told.size, fixed: true })), "btn main"), button("Leave it", () => put(form), "btn")));
    };
    const off = (why) => (why ? { disabled: true, title: why } : {});
    return panel("Appeal", given.length ? make("ol", { class: "story" }, given) : null, make("ol", { class: "story" }, one.ladder.map((rung) => make("li", {}, make("span", { class: "n" }, rung.level), make("span", {}, rung.words)))),
      make("div", { class: "row no-print" }, button("Take an appeal", appeal, "btn small-text", off(one.may.appeal)), button("Make final", () => act(() => send(`${path}/final`, { dispute: one.seq }, { expect: view.told.size, bare: true })), "btn small-text", off(one.may.final)),
        one.may.reopen ? null : button("Open it again", () => act(() => send(`${path}/events`, { over: true, events: [{ do: "reopen", dispute: one.seq, why: "new facts" }] }, { expect: view.told.size, fixed: true })), "btn small-text")),
      one.may.final && !one.may.appeal ? make("p", { class: "tiny" }, one.may.final) : null, form);
  }

  function drawRight() {
    const one = view.case;
    if (one.may.rule) { put(right, panel("Ruling", make("p", {}, one.may.rule), desk.me.role === "desk" && !view.told.me ? make("a", { class: "btn", href: `#links/${id}` }, "Make a link for an official") : null)); return; }
    put(right, rulingForm(view.told, one, remedies(), (body) => act(() => send(`${path}/rulings`, { dispute: one.seq, ...body }, { expect: view.told.size, bare: true }))));
  }

  async function act(work) {
    try { await work(); await load(); } catch (problem) { put(trouble, failed(problem)); trouble.scrollIntoView({ block: "nearest" }); }
  }

  load();
  desk.hears = ({ record, what }) => { if (record === id && what === "table" && view.told) put(trouble, make("p", { class: "note row between" }, "There is news at this table.", button("Show it", load, "btn small-text"))); };
  return {};
}
