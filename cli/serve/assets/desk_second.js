// A second record of one table, by another scribe: begun from the desk, and both side by side while they grow.

import { button, make, put } from "./dom.js";
import { failed, head, options } from "./desk_parts.js";
import { ask, tell } from "./send.js";
import { counted, finding } from "./words.js";

const SOON = 700;
const NAMES = { differs: "differ", "only-first": "only in A", "only-second": "only in B", same: "same" };

// What the page of a table shows: the other records that there are, and a way to begin one.
export function secondRecords(desk, id) {
  const path = `/records/${encodeURIComponent(id)}`;
  const list = make("div", { class: "stack" }), form = make("div", { class: "stack" });

  async function load() {
    try {
      const { records } = await ask(`${path}/seconds`);
      put(list, records.map((one) => make("div", { class: "row one between" }, make("span", {}, `${one.title} · ${one.scribe ?? "a scribe"} · ${counted(one.lines, "line")}`),
        make("span", { class: "row tight" }, make("a", { class: "btn small-text", href: `#both/${id}/${one.id}` }, "Compare"), make("a", { class: "btn small-text", href: `#t/${one.id}` }, "Open")))));
    } catch (problem) { put(list, failed(problem)); }
  }

  function openForm() {
    let over = false;
    const name = make("input", { class: "field", "aria-label": "Who keeps it", placeholder: "Who keeps it", maxlength: "100" });
    const go = button("Begin a second record", async () => {
      try {
        const made = await tell(`${path}/seconds`, { scribe: name.value, take_over: over });
        put(form, make("p", { class: "note" }, `The second record was begun${made.lines ? `, with ${counted(made.lines, "line")} taken over` : ""}. `, make("a", { href: `#links/${made.id}` }, "Make the link of its scribe"), ". Lines are compared as they come in: ", make("a", { href: `#both/${id}/${made.id}` }, "see both"), "."));
        load();
      } catch (problem) { put(form, failed(problem)); }
    }, "btn main");
    put(form, name, options("It begins", [[false, "with the setup"], [true, "here: earlier lines are taken over"]], over, (value) => { over = value; }), make("div", { class: "row" }, go, button("Leave it", () => put(form), "btn")));
    name.focus();
  }

  load();
  const begin = desk.me.role === "desk" ? button("A second scribe …", openForm, "btn small-text") : null;
  return { node: make("div", { class: "stack" }, list, begin ? make("div", { class: "row" }, begin) : null, form), load };
}

export function showBoth(desk, main, id, other) {
  const trouble = make("div"), top = make("div"), list = make("section", { class: "panel flat scrollx", "aria-label": "Both records, line by line" });
  put(main, top, trouble, list);
  const view = { told: null, all: false, timer: 0 };

  async function load() {
    clearTimeout(view.timer);
    try {
      view.told = await ask(`/records/${encodeURIComponent(id)}/comparison?${new URLSearchParams({ other })}`);
      put(trouble);
      draw();
    } catch (problem) { put(trouble, failed(problem)); }
  }

  function draw() {
    const { told } = view;
    const [onlyA, onlyB] = told.missing, differing = told.differs + onlyA + onlyB;
    const pill = (count, words, look = "") => (count ? make("span", { class: `pill ${look}` }, `${count} ${words}`) : null);
    const side = (letter, one) => make("p", { class: "small" }, make("b", {}, `${letter}: `), make("a", { href: `#t/${one.id}` }, one.title), ` · ${one.scribe ?? "a scribe"} · ${counted(one.lines, "line")}${one.closed ? " · closed" : ""}`);
    put(top, head(differing ? `${counted(differing, "line")} not the same` : "Both tell the same", make("span", { class: "row", role: "status" }, pill(told.same, "same"), pill(told.differs, "differ", "bad"), pill(onlyA, "only in A", "wait"), pill(onlyB, "only in B", "wait")),
      make("span", { class: "row right no-print" }, button(view.all ? "Only what differs" : "All lines", () => { view.all = !view.all; draw(); }, "btn small-text", { "aria-pressed": String(view.all) }), button("Print", () => print(), "btn small-text"))),
      side("A", told.first), side("B", told.second),
      make("p", { class: "small" }, told.common[0] ? `They agree up to line ${told.common[0]} of A and line ${told.common[1]} of B.` : "They differ from the first line on.", " Times, typed words, claims and signatures are each record’s own."));
    const rows = told.lines.filter((line) => view.all || line.kind !== "same");
    put(list, rows.length ? make("table", { class: "tables compared" }, make("thead", {}, make("tr", {}, ["", "A", "B"].map((words, place) => make("th", { scope: "col" }, words || make("span", { class: "hide" }, place ? words : "What"))))), make("tbody", {}, rows.map(row)))
      : make("p", { class: "pad" }, told.same ? "Every line of both is the same." : "Nothing was logged yet."));
  }

  function row(line) {
    const look = { differs: "hot", "only-first": "warm", "only-second": "warm" }[line.kind] ?? "";
    const cell = (record, one) => make("td", {}, one ? [make("a", { href: `/t/${record}/replay#step=${one.seq}`, target: "_blank", rel: "noopener", "aria-label": `Line ${one.seq} in the replay` }, String(one.seq)), " ", one.text, make("ul", { class: "findings" }, line.kind === "same" ? [] : one.findings.map(finding))] : make("span", { class: "mut" }, "–"));
    return make("tr", { class: look, "data-kind": line.kind }, make("th", { scope: "row", class: "nowrap" }, NAMES[line.kind], line.fields.length ? make("span", { class: "tiny" }, make("br"), line.fields.join(", ")) : null), cell(view.told.first.id, line.first), cell(view.told.second.id, line.second));
  }

  desk.hears = ({ record }) => { if (!record || record === id || record === other) { clearTimeout(view.timer); view.timer = setTimeout(load, SOON); } };
  load();
  return { leave() { clearTimeout(view.timer); } };
}
