// What needs somebody, as cards: what is the matter, since when, what can be done about it, and what was done already.

import { button, make } from "./dom.js";
import { failed, running, tableName, tableWords, time } from "./desk_parts.js";
import { remove, tell } from "./send.js";

const BUTTONS_MAX = 3;
const SINCE = { stopped: "since the claim", contested: "since the claim" };

const path = (room, rest = "") => `/records/${encodeURIComponent(room.id)}/notices${rest}`;
const said = (room, kind, more = () => true) => room.notices.find((one) => one.kind === kind && more(one));
const unsigned = (room) => room.state === "waiting" && room.words.startsWith("over,");
const isNeeded = (desk, room) => room.need && room.words !== "not begun" && !(room.words === "signed by all" && hallOf(desk, room));
const hallOf = (desk, room) => desk.halls.find((hall) => hall.title === room.event);

// The rooms that have a card.
export const needed = (desk, rooms) => rooms.filter((room) => isNeeded(desk, room)).slice(0, 6);

// `act(room, work)` does something, and asks for the room again. `trouble`: why the last of it could not be done.
export function card(desk, room, act, trouble) {
  const rules = ["stopped", "damaged"].includes(room.state);
  const claim = SINCE[room.state] && room.claims[0];
  const since = SINCE[room.state] ?? (unsigned(room) ? "since the end" : `since line ${room.line}`);
  const mine = desk.me.role === "desk";
  return make("article", { class: rules ? "need" : "need open", "data-id": room.id },
    make("div", { class: "row one between" }, make("h2", {}, make("a", { href: `#t/${room.id}` }, `${tableName(room)}: ${title(room)}`)), make("span", { class: "clock" }, running(room.since), make("small", {}, since))),
    make("p", { class: "small" }, claim ? [make("b", {}, `${claim.by}: `), room.need.slice(claim.by.length + 2)] : [room.need, logs(room)]),
    make("div", { class: "row" }, claim ? make("a", { class: "btn main", href: `#d/${room.id}/${claim.seq}` }, `Open ${claim.label}`) : null, mine ? does(desk, room, act) : null,
      claim || (mine && (room.state === "silent" || unsigned(room))) ? null : make("a", { class: "btn", href: `#t/${room.id}` }, `Open ${tableWords(room)}`)),
    room.notices.map((one) => make("div", { class: "row one between done" }, make("span", { class: "small" }, told(one)), mine && one.answered === null ? takeBack(room, one, act) : null)),
    trouble ? failed(trouble) : null);
}

function title(room) {
  if (SINCE[room.state]) return "a claim";
  if (unsigned(room)) return "not signed";
  return { silent: "silent", damaged: "damaged" }[room.state] ?? room.words;
}

// Who logs at a silent table. What waits on a device that is not there is not known here.
function logs({ state, scribe }) {
  if (state !== "silent") return "";
  if (!scribe) return " No scribe has opened their link.";
  return scribe.here ? ` ${scribe.device} is connected; nothing waits on it as far as we know.` : ` ${scribe.device} was last seen ${time(scribe.seen)}; lines may wait on it.`;
}

function does(desk, room, act) {
  // What was done stays where it was pressed, so that a second tap does nothing.
  const one = (words, done, was, body) => {
    const stands = was && was.answered === null;
    const say = () => { if (!stands) act(room, () => tell(path(room), body)); };
    return button(stands ? done : was ? `${words} again` : words, say, "btn", { "data-does": `${room.id} ${words}`, "aria-disabled": stands ? "true" : null });
  };
  if (SINCE[room.state]) return sends(room, one);
  if (room.state === "silent") return [one(`Call out ${tableWords(room)}`, "Called out", said(room, "call"), { kind: "call" }), make("a", { class: "btn", href: `#links/${room.id}` }, "New link for a scribe")];
  if (!unsigned(room)) return [];
  const hall = hallOf(desk, room);
  const slip = hall && `/api/v1/tournaments/${encodeURIComponent(hall.id)}/paper/slips?${new URLSearchParams({ round: room.round, table: room.table })}`;
  return [slip ? make("a", { class: "btn", href: slip, target: "_blank", rel: "noopener" }, "Print a slip") : null, one("Remind them", "Reminded", said(room, "remind"), { kind: "remind" })];
}

// A button for each official, or a choice where there are many.
function sends(room, one) {
  const { seq } = room.claims[0];
  const send = (name) => one(`Send ${name}`, `${name} was sent`, said(room, "send", (is) => is.dispute === seq && is.to[0] === name), { kind: "send", dispute: seq, official: name });
  if (room.officials.length <= BUTTONS_MAX) return room.officials.length ? room.officials.map(send) : [make("a", { class: "btn", href: `#links/${room.id}` }, "New link for an official")];
  const act = make("span", {}, send(room.officials[0]));
  const choice = make("select", { class: "field", "aria-label": "Whom to send", "data-does": `${room.id} whom`, onchange: () => act.replaceChildren(send(choice.value)) }, room.officials.map((name) => make("option", {}, name)));
  return [make("span", { class: "row" }, choice, act)];
}

const takeBack = (room, one, act) => button("Take it back", () => act(room, () => remove(path(room, `/${encodeURIComponent(one.id)}`))), "btn small-text", { "data-does": `${room.id} back ${one.id}`, "aria-label": `Take it back: ${begins(one).trim()}` });

// "Kim was sent 2:10 ago · not seen yet", with clocks that go on.
function told(one) {
  const [name] = one.to;
  if (one.kind === "call" && one.answered !== null) return [`“All is well”, says ${one.by}, `, running(one.answered), " ago"];
  if (one.kind === "send" && one.answered !== null) return [`${name} is on the way, said `, running(one.answered), " ago"];
  return [begins(one), running(one.since), ` ago · ${seenWords(one)}`, one.words ? `. ${one.words}` : ""];
}

const begins = (one) => ({ send: `${one.to[0]} was sent `, call: "Called out ", remind: "Reminded " })[one.kind];

// Players are reminded one by one; of a table it is enough that somebody has seen it.
function seenWords({ kind, to, seen }) {
  const not = kind === "remind" ? to.filter((name) => !seen.includes(name)) : [];
  const who = kind === "remind" ? to.filter((name) => seen.includes(name)) : seen;
  if (!who.length) return "not seen yet";
  if (kind === "send") return "seen";
  return `seen by ${who.join(", ")}${not.length ? ` · not seen yet by ${not.join(", ")}` : ""}`;
}

const plain = (parts) => parts.map((part) => part.textContent ?? part).join("");

// The same for whoever hears the page.
export const heard = (room) => room.notices.map((one) => `${tableName(room)}: ${plain(told(one))}`).join(". ");
