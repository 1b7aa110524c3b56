// Opening a link. The secret behind the # leaves the address before anything else is done.

import { button, field, find, MAIN, make, panel, put, small } from "./dom.js";
import { follow, goTo, prepare } from "./passage.js";
import { ask, leave, tell } from "./send.js";
import { capital, delayWords, who } from "./words.js";

let token = taken();
const EVERY = 2000;
const WATCHED = "qm-watched";

function taken() {
  const found = location.hash.slice(1);
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  return found;
}

const agent = navigator.userAgent;
const first = (...pairs) => pairs.find(([sign]) => sign.test(agent))?.[1];
const thing = first([/iPad|Tablet|Android(?!.*Mobile)/, "tablet"], [/Mobi|iPhone/, "phone"]) || "computer";

// Kind of device and browser: a name that others at the table can tell apart from a second one.
function usualName() {
  const kind = first([/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android.*Mobile/, "Android phone"], [/Android/, "Android tablet"], [/Mobile/, "phone"], [/Windows/, "Windows computer"], [/Mac OS/, "Mac"]) || "computer";
  const browser = first([/Firefox|FxiOS/, "Firefox"], [/Edg/, "Edge"], [/Chrome|CriOS/, "Chrome"], [/Safari/, "Safari"]);
  return browser ? `${kind}, ${browser}` : kind;
}

const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

const openly = () => location.protocol === "http:" && !local &&
  make("p", { class: "note" }, "The connection is not encrypted (http). Others in this network could read along, and use your link.");

function heading(title, place = "") {
  put(find("#t-title"), title);
  put(find("#t-place"), place);
  document.title = title;
}

function problem(error, ...ways) {
  heading("The link did not open");
  put(find("#t-main"), panel(make("p", {}, error.words ?? String(error)), small("Nothing was changed.")));
  put(find("#t-thumb"), ...ways);
}

// What went wrong, with a way to try it again where that can help.
function failed(error, again) {
  const later = [0, 429, 503].includes(error.status);
  problem(error, later ? button("Try it again", again, MAIN) : make("a", { class: "btn wide", href: "/" }, "To the start"));
}

const one = (about) => about.seat ? who({ seat: about.seat, name: about.you }) : about.you;

const FOR = {
  seat: (me) => [one(me), [`You will see what ${me.you} sees, and nothing more.`, "You can contest something, and sign at the end.", `It works on one device: this ${thing}, once you go on.`]],
  spectator: (me) => ["Whoever wants to watch", [`You will see what everybody at the table sees${me.delay && delayWords(me.delay) ? `, ${delayWords(me.delay)}` : ""}.`, "You can change nothing."]],
  scribe: () => ["Whoever logs", ["You write down what happens at the table.", "What you log is read back and judged, and cannot be taken out unseen."]],
  official: (me) => [`${me.you}, an official`, ["You will see what is hidden, too. That you looked is kept.", "You rule in this name."]],
  desk: () => ["The desk", ["You make tables and links, and see every table.", "Whoever has this link has the desk."]],
};

const purpose = (me) => {
  const [title, list] = FOR[me.role](me);
  return panel(small("This link is for"), make("p", { class: "said" }, title), make("ul", { class: "stack small dots" }, list.map((line) => make("li", {}, line))));
};

const goes = (role) => (role === "desk" || role === "official" ? "Go to the desk" : "Go to the table");

async function look() {
  let about;
  try {
    about = await tell("/link", { token });
  } catch (error) { failed(error, look); return; }
  heading(about.title, about.place);
  prepare(about.role);
  if (!about.device) askName(about);
  else if (await mine()) await open(usualName(), about);
  else inUse(about);
}

// Whether a link is open on this device: then it may be the same one.
async function mine() {
  try { return await ask("/me"); } catch { return null; }
}

function askName(about) {
  if (about.role === "spectator") {
    put(find("#t-main"), purpose(about), panel(privacy("No account, no name, nothing from other sites. A cookie says that the link was opened here, and the link stays in this browser, to be passed on.")), openly());
    put(find("#t-thumb"), button(goes(about.role), () => open(usualName(), about), MAIN));
    return;
  }
  const named = about.you ? `${about.you}’s ${thing}` : usualName();
  const input = make("input", { value: named.slice(0, 40), autocomplete: "off", maxlength: 40, enterkeyhint: "go" });
  const name = () => input.value.trim() || usualName();
  const chips = [...new Set([named.slice(0, 40), usualName(), `borrowed ${thing}`])];
  input.addEventListener("keydown", (event) => { if (event.key === "Enter") open(name(), about); });
  put(find("#t-main"), purpose(about),
    panel(field(`What shall this ${thing} be called?`, input),
      make("div", { class: "chips", role: "group", "aria-label": "Names to choose from" }, chips.map((words) => button(words, () => { input.value = words; }, "choice"))),
      privacy("The desk and the scribe see this name. No account, nothing from other sites. A cookie says that the link was opened here.")),
    openly());
  put(find("#t-thumb"), button(goes(about.role), () => open(name(), about), MAIN),
    about.seat ? button(`I am not ${about.you}`, () => notMe(about), "btn bare wide small-text") : null);
}

const privacy = (words) => make("div", { class: "tiny" }, words, make("br"), make("a", { class: "tapline", href: "/privacy" }, "What is kept, and for how long"));

function notMe(about) {
  put(find("#t-main"), panel(make("h2", {}, `This link is for ${about.you}`),
    make("p", {}, `It was not opened, and nothing was changed. Give it to ${about.you}, or ask at the desk for your own.`)));
  put(find("#t-thumb"), watchButton(about), button(`I am ${about.you} after all`, () => askName(about), "btn bare wide small-text"));
}

const watchButton = (about) => about.watch && button("Watch as a spectator", () => open(usualName(), about, { watch: true }), "btn wide tall");

// A second tap, while the first one is under way, asks for nothing new.
let opening = false;
addEventListener("pageshow", () => { opening = false; });

async function open(device, about, more = {}) {
  if (opening) return;
  opening = true;
  try {
    const me = await tell("/join", { token, device, ...more });
    if (!more.watch) remember(me);
    if (!me.waiting && me.passkey !== "possible") {
      await goTo(me.page + (me.role === "spectator" && location.search === "?wall" ? "?wall" : ""));
      return;
    }
    opening = false;
    if (me.waiting) wait(me);
    else offerPasskey(me);
  } catch (error) {
    opening = false;
    if (error.kind === "in-use") inUse({ ...about, device: error.device });
    else if (error.kind === "passkey" && error.options) confirm(device, about, more, error.options);
    else failed(error, () => open(device, about, more));
  }
}

// A link for watching may be passed on: a wall shows it as a code.
function remember(me) {
  try {
    if (me.role === "spectator") localStorage.setItem(WATCHED, JSON.stringify({ record: me.record, token }));
  } catch { /* nothing can be kept here: then no code is shown */ }
}

async function confirm(device, about, more, options) {
  put(find("#t-main"), panel(make("h2", {}, "This link opens with a passkey"), make("p", {}, `${about.you} made one for it. Nothing is opened without.`)));
  const go = async () => {
    try {
      const { shown } = await import("./passkey.js");
      await open(device, about, { ...more, passkey: await shown(options) });
    } catch (error) { failed(error, () => open(device, about, more)); }
  };
  put(find("#t-thumb"), button("Use the passkey", go, MAIN), watchButton(about));
}

function offerPasskey(me) {
  put(find("#t-main"), purpose(me), panel(make("h2", {}, "Protect it with a passkey?"),
    make("p", {}, "Then nobody who finds or copies this link can open it: it asks for your fingerprint, face, or security key."),
    small("You can do without. If you lose it, the desk makes a new link.")));
  const protect = async () => {
    try {
      const { made } = await import("./passkey.js");
      await made();
      location.assign(me.page);
    } catch (error) { put(find("#t-main"), panel(make("p", {}, error.words ?? `No passkey was made: ${error.message}`), small("The link is open on this device all the same."))); }
  };
  put(find("#t-thumb"), make("a", { class: MAIN, href: me.page }, goes(me.role)), button("Protect it with a passkey", protect, "btn wide"));
}

function opened(me) {
  heading(me.title || me.event || "The link is open", me.device);
  put(find("#t-main"), purpose(me), openly());
  put(find("#t-thumb"), make("a", { class: MAIN, href: me.page }, goes(me.role)),
    me.passkey === "possible" ? button("Protect it with a passkey", () => offerPasskey(me), "btn wide") : null,
    button(me.role === "seat" ? `I am not ${me.you}: close it here` : "Close it again here", close, "btn bare wide small-text"));
}

async function close() {
  try { await leave(); } catch (error) { if (error.status !== 401) { problem(error); return; } }
  heading("Closed");
  put(find("#t-main"), panel(make("p", {}, "The link is closed on this device. It can be opened again, here or on another one.")));
  put(find("#t-thumb"));
}

function inUse(about) {
  const { device: other, since } = about;
  const when = since ? ` since ${new Date(since).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })}` : "";
  const why = about.seat ? `A seat is on one device at a time, because it shows what only ${about.you} may see.` : "It is for one device at a time.";
  put(find("#t-main"), panel(
    make("h2", {}, about.seat ? "This seat is open on another device" : "This link is open on another device"),
    make("p", {}, `“${other}” has it${when}. ${why}`),
    small("Ask on that device, or at the desk. Nothing was changed.")));
  put(find("#t-thumb"), button(`Ask “${other}” to hand over`, () => open(usualName(), about, { ask: true }), MAIN), watchButton(about));
}

function wait(me) {
  heading("Waiting", me.title || "");
  put(find("#t-main"), panel(make("h2", {}, "The other device was asked"),
    make("p", {}, `Its page now says that “${me.device}” would like to have the link. As soon as somebody allows it there, or at the desk, this page goes on by itself.`)));
  put(find("#t-thumb"), button("Give up asking", close, "btn wide"));
  const again = async () => {
    try {
      const now = await ask("/me");
      if (!now.waiting) { await goTo(now.page); return; }
    } catch (error) {
      if (error.status === 401) { heading("Not handed over"); problem({ words: "The other device, or the desk, said no, or the link was taken back." }); return; }
    }
    if (find("#t-title").textContent === "Waiting") setTimeout(again, EVERY);
  };
  setTimeout(again, EVERY);
}

// Without a link: the device may have opened one before.
async function known() {
  try {
    const me = await ask("/me");
    if (me.waiting) wait(me);
    else opened(me);
  } catch (error) {
    heading("Open your link");
    put(find("#t-main"), panel(
      make("p", {}, error.status === 401 ? "No link is open on this device (any more)." : capital(error.words)),
      make("p", {}, "Scan the code once more, or open the link that you were sent. If that does not help, ask at the desk for a new one.")));
    put(find("#t-thumb"));
  }
}

addEventListener("hashchange", () => { if (location.pathname === "/j" && location.hash.length > 1) { token = taken(); look(); } });
follow();
if (token) look();
else known();
