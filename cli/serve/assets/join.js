// Opening a link. The secret behind the # leaves the address before anything else is done.

import { button, field, find, MAIN, make, panel, put, small } from "./dom.js";
import { ask, leave, tell } from "./send.js";
import { capital } from "./words.js";

let token = taken();
const EVERY = 2000;

function taken() {
  const found = location.hash.slice(1);
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  return found;
}

// Kind of device and browser: a name that others at the table can tell apart from a second one.
function usualName() {
  const agent = navigator.userAgent;
  const first = (...pairs) => pairs.find(([sign]) => sign.test(agent))?.[1];
  const kind = first([/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android.*Mobile/, "Android phone"], [/Android/, "Android tablet"], [/Mobile/, "phone"], [/Windows/, "Windows computer"], [/Mac OS/, "Mac"]) || "computer";
  const browser = first([/Firefox|FxiOS/, "Firefox"], [/Edg/, "Edge"], [/Chrome|CriOS/, "Chrome"], [/Safari/, "Safari"]);
  return browser ? `${kind}, ${browser}` : kind;
}

const thing = () => (/phone/i.test(usualName()) ? "phone" : "device");

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

function askName() {
  const input = make("input", { value: usualName(), autocomplete: "off", maxlength: 40, enterkeyhint: "go" });
  const go = () => open(input.value.trim() || usualName());
  input.addEventListener("keydown", (event) => { if (event.key === "Enter") go(); });
  heading("Your link", "What it is for is shown once it is open");
  put(find("#t-main"),
    panel(field(`What shall this ${thing()} be called?`, input),
      make("p", { class: "tiny" }, "The desk and the scribe see this name. No account, nothing from other sites, one cookie that says the link was opened here."),
      small(make("a", { class: "tapline", href: "/privacy" }, "What is kept, and for how long"))),
    make("p", { class: "small pad" }, `A link for one person works on one device: this one, once you go on.`), openly());
  put(find("#t-thumb"), button(`Open the link on this ${thing()}`, go, MAIN));
}

async function open(device, asks = false) {
  try {
    const me = await tell("/join", { token, device, ask: asks });
    if (me.waiting) wait(me);
    else opened(me);
  } catch (error) {
    if (error.kind === "in-use") inUse(error, device);
    else if (error.status === 0 || error.status === 429 || error.status === 503) problem(error, button("Try it again", () => open(device, asks), MAIN));
    else problem(error, make("a", { class: "btn wide", href: "/" }, "To the start"));
  }
}

const FOR = {
  seat: (me) => [me.you, [`You will see what ${me.you} sees, and nothing more.`, "You can contest something, and sign at the end.", "It works on one device at a time: this one, from now on."]],
  spectator: () => ["watching", ["You will see what everybody at the table sees, perhaps some time later.", "You can change nothing."]],
  scribe: () => ["logging", ["You write down what happens at the table.", "What you log is read back, judged, and cannot be taken out unseen."]],
  official: (me) => [`${me.you}, an official`, ["You will see what is hidden, too. That you looked is kept.", "You rule in this name."]],
  desk: () => ["the desk", ["You make tables and links, and see every table.", "Whoever has this link has the desk."]],
};

function opened(me) {
  const [title, list] = FOR[me.role](me);
  heading(me.title || me.event || "The link is open", me.device);
  put(find("#t-main"),
    panel(small("This link is for"), make("p", { class: "said" }, title),
      make("ul", { class: "stack small dots" }, list.map((line) => make("li", {}, line)))),
    openly());
  const going = make("a", { class: "btn main wide tall", href: me.page }, me.page === "/desk" ? "Go to the desk" : "Go to the table");
  put(find("#t-thumb"), going, button(me.role === "seat" ? `I am not ${me.you}: close it here` : "Close it again here", close, "btn bare wide small-text"));
  going.focus({ preventScroll: true });
}

async function close() {
  try { await leave(); } catch (error) { if (error.status !== 401) { problem(error); return; } }
  heading("Closed");
  put(find("#t-main"), make("section", { class: "panel" }, make("p", {}, "The link is closed on this device. It can be opened again, here or on another one.")));
  put(find("#t-thumb"));
}

function inUse(error, device) {
  const other = error.device || "another device";
  heading("The link is in use");
  put(find("#t-main"), panel(
    make("h2", {}, error.role === "seat" ? "This seat is open on another device" : "This link is open on another device"),
    make("p", {}, `“${other}” has it. ${error.role === "seat" ? "A seat is on one device at a time, because it shows what only that player may see." : "It is for one device at a time."}`),
    small("Ask that device to hand it over, or ask at the desk. To watch instead, the desk has a link for spectators. Nothing was changed.")));
  put(find("#t-thumb"), button(`Ask “${other}” to hand over`, () => open(device, true), MAIN));
}

function wait(me) {
  heading("Waiting", me.title || "");
  put(find("#t-main"), panel(make("h2", {}, "The other device was asked"),
    make("p", {}, `Its board now says that “${me.device}” would like to have the link. As soon as somebody allows it there, or at the desk, this page goes on by itself.`)));
  put(find("#t-thumb"), button("Give up asking", close, "btn wide"));
  const again = async () => {
    try {
      const now = await ask("/me");
      if (!now.waiting) { location.assign(now.page); return; }
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

addEventListener("hashchange", () => { if (location.hash.length > 1) { token = taken(); askName(); } });
if (token) askName();
else known();
