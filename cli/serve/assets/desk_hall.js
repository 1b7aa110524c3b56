// What the pages of a tournament share: which one it is, asking and writing, and looking again when there is news.

import { button, find, make, put } from "./dom.js";
import { failed, head } from "./desk_parts.js";
import { ask, newKey, tell } from "./send.js";

// News is looked at soon, but in a busy hall, where there is always some, not more often than this.
const SOON = 500, GAP = 2000;

export const hallPath = (desk, rest = "") => `/tournaments/${encodeURIComponent(desk.hall.id)}${rest}`;
export const hallWrite = (desk, rest, body) => tell(hallPath(desk, rest), { key: newKey(), ...body });
export const mayOrganise = (desk) => desk.me.role === "desk";

// A page to print, or a list: opened beside the desk.
export const paper = (desk, what, words, query = "") => make("a", { class: "btn", href: `/api/v1${hallPath(desk, `/${what}`)}${query}`, target: "_blank", rel: "noopener" }, words);

// A view that asks at `path` and draws the answer. It looks again by itself, but never while somebody types in it.
export function hallView(desk, main, title, path, draw) {
  if (!desk.hall) {
    put(main, head(title), make("p", { class: "note" }, "There is no tournament here yet. ", mayOrganise(desk) ? make("a", { href: "#tournament" }, "Begin one") : "The desk begins one."));
    return {};
  }
  const which = desk.halls.length > 1 ? make("select", { class: "field", "aria-label": "Tournament", onchange: (event) => { desk.hall = desk.halls.find((one) => one.id === event.target.value); desk.again(); desk.clock?.look(); } },
    desk.halls.map((one) => make("option", { value: one.id, selected: one === desk.hall }, one.title))) : null;
  const body = make("div", { class: "stack hall" }, make("p", { class: "small" }, "Looking …")), said = make("div", { role: "status", class: "stack" });
  put(find("#t-event"), desk.hall.title);
  put(main, which, body);
  let timer = 0, query = "", gone = false, looked = 0;
  const view = {
    said,
    async load(more = query) {
      query = more;
      try {
        const answer = await ask(hallPath(desk, path) + query);
        if (!gone) put(body, ...draw(answer, view));
      } catch (problem) { if (!gone) put(body, head(title), failed(problem)); }
      looked = Date.now();
    },
    // Does something, and says what became of it.
    async act(work, done) {
      try {
        const answer = await work();
        await view.load();
        desk.clock?.soon();
        put(said, told(done(answer), answer));
        return answer;
      } catch (problem) { put(said, failed(problem)); return null; }
    },
    leave() { gone = true; clearTimeout(timer); },
  };
  const typing = () => body.contains(document.activeElement) && /INPUT|TEXTAREA|SELECT/.test(document.activeElement.tagName);
  desk.hears = () => {
    timer ||= setTimeout(() => { timer = 0; if (!typing() && !view.held?.()) view.load(); }, Math.max(SOON, looked + GAP - Date.now()));
  };
  view.load();
  return view;
}

function told(words, answer) {
  const more = [...(answer.moved ?? []), ...(answer.left ?? []), ...(answer.warnings ?? [])];
  const broken = (answer.steps ?? []).flatMap((step) => (step.findings ?? []).filter((one) => one.answer === "broken").map((one) => `${one.text} ${one.why}`));
  return make("div", { class: more.length || broken.length ? "note warm-note" : "note" }, make("p", {}, make("b", {}, words)), more.length ? make("ul", { class: "plain" }, more.map((line) => make("li", {}, line))) : null, broken.length ? make("ul", { class: "plain" }, broken.map((line) => make("li", {}, `✗ ${line}`))) : null);
}

export const table = (columns, rows, look = "") => make("div", { class: "panel flat scrollx" }, make("table", { class: `tables ${look}` }, make("thead", {}, make("tr", {}, columns.map(([words, kind]) => make("th", { class: kind ?? null, scope: "col" }, words)))), make("tbody", {}, rows)));
export const cell = (content, look = null) => make("td", { class: look }, content);
// A link for everybody in the hall: it opens the wall, on a screen or on a phone.
export function wallLink(desk) {
  const shown = make("div", { role: "status", class: "stack" });
  const fresh = async () => {
    try {
      const made = await tell(`/records/${encodeURIComponent(desk.hall.id)}/grants`, { role: "spectator" });
      const drawn = new DOMParser().parseFromString(made.qr ?? "", "text/html").querySelector("svg");
      drawn?.setAttribute("role", "img");
      drawn?.setAttribute("aria-label", "QR code of the link");
      put(shown, drawn ? document.importNode(drawn, true) : null, make("p", { class: "address" }, made.link));
    } catch (problem) { put(shown, failed(problem)); }
  };
  return make("section", { class: "panel stack" }, make("h2", {}, "For everybody in the hall"), make("p", { class: "small" }, "Seats and standings on a screen or a phone, live. A new link closes the old one."), make("div", { class: "row" }, button("New link for spectators", fresh)), shown);
}

// A button in a row, which names the person: short to look at, whole to hear.
export const rowAct = (words, whole, onclick) => button(words, onclick, "btn small-text", { "aria-label": whole });
export const act = (words, onclick, look = "btn", more = {}) => button(words, onclick, look, more);
