// One table in an official's eyes: the board as it is, its lines and findings, its disputes, and what the desk can do.

import { button, make, put } from "./dom.js";
import { andGame, failed, head, marks, options, running, state, tableName } from "./desk_parts.js";
import { secondRecords } from "./desk_second.js";
import { Live } from "./live.js";
import { Picture } from "./picture.js";
import { ask, change, newKey, remove, tell } from "./send.js";
import { finding, who } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const FORMS = [["html", "page to step through"], ["csv", "spreadsheet"], ["jsonl", "lines"], ["qm", "packed"], ["bgstats", "BG Stats"]];

export function showTable(desk, main, id) {
  const path = `/records/${encodeURIComponent(id)}`;
  const top = make("div"), svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "scene quiet");
  svg.setAttribute("role", "group");
  const said = make("p", { class: "said", "aria-live": "polite" }), found = make("ul", { class: "findings stack" });
  const lines = make("ol", { class: "story" }), claims = make("div"), people = make("div", { class: "stack" }), acts = make("div", { class: "stack" }), trouble = make("div"), second = secondRecords(desk, id);
  put(main, top, trouble, make("div", { class: "one-table" },
    make("div", { class: "stack" }, make("div", { class: "stage-pic" }, svg), make("section", { class: "panel stack" }, said, found)),
    make("div", { class: "stack" }, claims, section("Last lines", lines), section("Players", people), section("This table", acts), section("Second record", second.node))));
  const picture = new Picture(svg), view = { now: null, steps: [], typed: {} };

  function section(title, node) { return make("section", { class: "panel stack", "aria-label": title }, make("h2", {}, title), node); }

  function heard(what, data) {
    if (what === "now") { view.now = data; view.steps = data.steps; if (data.picture) picture.show(data.picture); drawPeople(); if (view.closed !== data.closed) drawActs(); drawLines(); bindWords(); }
    else if (what === "step") { Object.assign(view.now, { size: data.size, counts: data.counts, code: data.code }); view.steps = [...view.steps, data.step].slice(-8); if (data.picture) picture.show(data.picture, true); drawLines(); bindWords(); }
    else if (what === "refused") put(trouble, failed(data));
  }

  function drawLines() {
    const last = view.steps.at(-1);
    put(said, last ? last.text : "Nothing has been logged yet.");
    put(found, view.steps.flatMap((step) => (step.findings ?? []).map((one) => [step, one])).slice(-3).map(([step, one]) => { const node = finding(one); node.prepend(make("span", { class: "tiny" }, `line ${step.seq}`)); return node; }));
    put(lines, view.steps.map((step) => make("li", {}, make("span", { class: "n" }, String(step.seq)), make("span", {}, step.text, (step.findings ?? []).some((one) => one.answer === "broken") ? " ✗" : ""))).reverse());
  }

  async function drawTop() {
    const told = await ask(`/records?${new URLSearchParams({ id })}`).catch((problem) => { put(trouble, failed(problem)); });
    const room = told?.rooms[0];
    if (!room) return;
    view.room = room;
    put(top, head(`${tableName(room)}${andGame(room)}`, state(room), make("span", {}, marks(room)),
      make("span", { class: "row right" }, make("a", { class: "btn small-text", href: `/t/${id}/replay`, target: "_blank", rel: "noopener" }, "Replay"), desk.me.role === "desk" ? make("a", { class: "btn small-text", href: `#links/${id}` }, "Links") : null)),
      make("p", { class: "small" }, [room.event, room.round === null ? "" : `round ${room.round}`, `line ${room.line}`, room.pen ? `${room.pen} has the pen` : "nobody has the pen"].filter(Boolean).join(" · ")));
    put(claims, room.claims.map((claim) => make("section", { class: `panel stack need ${room.state === "stopped" ? "" : "open"}` },
      make("div", { class: "row one between" }, make("h2", {}, `${claim.label}: a claim`), claim.since === null ? null : make("span", { class: "clock" }, running(claim.since))),
      make("p", {}, make("b", {}, `${claim.by}: `), `“${claim.text}”`), make("a", { class: "btn main", href: `#d/${id}/${claim.seq}` }, `Open ${claim.label}`))));
  }

  // What somebody is typing stays, and where they are, whatever comes meanwhile.
  function drawPeople() {
    const parts = () => [...people.querySelectorAll("input, button")], at = parts().indexOf(document.activeElement);
    put(people, view.now.players.map((one) => {
      const name = make("input", { class: "field", value: view.typed[one.seat] ?? (one.name === one.seat ? "" : one.name), oninput: () => { view.typed[one.seat] = name.value; }, "aria-label": `Name at ${one.seat}`, placeholder: one.seat, maxlength: "100" });
      const rename = (work, still) => async () => {
        try {
          const { players } = await work();
          delete view.typed[one.seat];
          const now = players.find((each) => each.seat === one.seat).name;
          const words = now === one.seat ? `The player at ${one.seat} has no name now.` : now === one.name ? `The player at ${one.seat} is called ${now}, ${still}.` : `The player at ${one.seat} is called ${now} now.`;
          put(trouble, make("p", { class: "note", role: "status" }, words));
          drawTop();
        } catch (problem) { put(trouble, failed(problem)); }
      };
      return desk.me.role === "desk" ? make("div", { class: "row one" }, who(one), name, button(`Name ${one.seat}`, rename(() => change(`${path}/people/${one.seat}`, { name: name.value }), "as before"), "btn small-text"),
        button("Remove the name", rename(() => remove(`${path}/people/${one.seat}`), "which stands in the record itself and stays"), "btn small-text")) : make("div", {}, who(one));
    }), make("p", { class: "tiny" }, "Names given here are kept beside the record and can be removed. What stands in the header of the record stays there."));
    const again = parts()[at];
    again?.focus();
    again?.setSelectionRange?.(again.value.length, again.value.length);
  }

  function bindWords() { put(view.bind, `Bind the record at line ${view.now.size - 1}`); }

  function drawActs() {
    view.closed = view.now.closed;
    const bound = make("div"), result = make("div", { class: "stack" });
    const check = view.bind = button("", async () => {
      try {
        const told = await ask(`${path}/checkpoint`);
        put(bound, make("p", {}, "Code ", make("span", { class: "code" }, told.code), ` for ${told.size - 1} lines.`), told.note ? make("pre", { class: "mono" }, told.note) : make("p", { class: "small" }, "There is no key on this machine to sign it with: ", make("span", { class: "mono" }, told.head)));
      } catch (problem) { put(bound, failed(problem)); }
    }, "btn small-text");
    const files = make("div", { class: "row" }), about = make("p", { class: "tiny" });
    const drawFiles = (names) => {
      put(files, FORMS.map(([form, words]) => make("a", { class: "btn small-text", href: `/api/v1${path}/export?format=${form}&names=${names}`, download: "" }, `${words}${names === "yes" ? ", with names" : ""}`)));
      put(about, names === "yes" ? "Names that are kept beside the record come along, and nobody can take them back out of a file. Lines and packed then have another code, and cannot be had once somebody has signed." : "Names that are kept beside the record stay here.");
    };
    drawFiles("no");
    put(acts, options("Files", [["no", "without names"], ["yes", "with names"]], "no", drawFiles), files, about,
      make("div", { class: "row" }, check), bound, view.now.closed ? make("p", { class: "small" }, "The record is closed. What is corrected now waits for an official.") : make("div", { class: "row" }, button("Close the record …", () => askClose(result), "btn small-text")), result);
  }

  // Closing shows the counted result first; the button says what will be written.
  async function askClose(node) {
    try {
      const score = await ask(`${path}/score`);
      let end = score.over ? "finished" : "abandoned";
      const name = (seat) => view.now.players.find((one) => one.seat === seat)?.name ?? seat;
      const words = () => (end === "finished" ? `Close: ${score.winners.map(name).join(" and ") || "nobody"} wins` : `Close as ${end}`);
      const key = newKey();
      const act = button(words(), async () => {
        try { await tell(`${path}/close`, { key, expect: view.now.size, end }); put(node); drawTop(); } catch (problem) { put(node, failed(problem)); }
      }, "btn main");
      put(node, make("table", {}, make("tbody", {}, score.seats.map((one) => make("tr", {}, make("td", {}, name(one.seat)), make("td", { class: "num" }, one.out ? "out" : one.between ? one.between.join(" to ") : String(one.total ?? "–")))))),
        options("How it ended", [["finished", "finished"], ["abandoned", "abandoned"], ["misplayed", "misplayed"]], end, (value) => { end = value; put(act, words()); }),
        make("div", { class: "row" }, act, button("Leave it open", () => put(node), "btn")));
    } catch (problem) { put(node, failed(problem)); }
  }

  const live = new Live(id, { picture: innerWidth < 700 ? "phone" : "wide" }, heard);
  live.open();
  drawTop();
  let timer = 0;
  desk.hears = ({ record }) => { if (record === id || !record) { clearTimeout(timer); timer = setTimeout(drawTop, 300); } };
  return { leave() { live.end(); clearTimeout(timer); } };
}
