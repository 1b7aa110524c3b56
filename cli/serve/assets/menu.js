// The menu of the recorder, and what stays with the device: the hand, the screen, the link.

import { button, find, make, put } from "./dom.js";
import { ladderSheet, unreadSheet } from "./mending.js";
import { sealSheet } from "./sealing.js";
import { leave } from "./send.js";

export function menu(page) {
  const shown = find("#r-menu"), opener = find("#r-more");
  const open = (yes) => { shown.hidden = !yes; document.body.classList.toggle("with-menu", yes); opener.setAttribute("aria-expanded", String(yes)); };
  const line = (words, action) => button(words, () => { open(false); action(); }, "bare");

  function lines() {
    const left = document.body.classList.contains("left");
    return [line("Undo or mend an earlier line", () => ladderSheet(page)), line("Lines to mend", () => unreadSheet(page)), line("Type a line", () => page.type()), line("Seal a hidden fact", () => sealSheet(page)), line("Add a photo of the table", async () => (await import("./evidence.js")).photoSheet(page)),
      page.now?.pen?.mine ? line("Hand the pen over", () => page.pen("give")) : line("Ask for the pen", () => page.pen("take")),
      line(left ? "Buttons for the right hand" : "Buttons for the left hand", () => { document.body.classList.toggle("left"); page.outbox.keep("left", !left); }),
      line("Keep the screen on", () => keepAwake(page)), make("a", { href: `/t/${page.record}` }, "The board without buttons"), make("a", { href: "/privacy" }, "What is kept, and for how long"),
      line("Leave: close the link on this device", () => closeLink(page))];
  }

  opener.addEventListener("click", () => { put(shown, ...lines()); open(shown.hidden); });
  shown.addEventListener("keydown", (event) => { if (event.key === "Escape") { open(false); opener.focus(); event.stopPropagation(); } });
}

async function closeLink(page) {
  try { await leave(); page.gone("The link is closed on this device."); } catch (problem) { page.notice("left", problem.words); }
}

// A page may only keep the screen on over https, and has to ask again whenever it is shown again.
async function keepAwake(page) {
  const ask = () => navigator.wakeLock.request("screen");
  try {
    await ask();
    document.addEventListener("visibilitychange", () => { if (!document.hidden) ask().catch(() => page.notice("awake", "The screen may go dark now.")); });
    page.notice("awake", "The screen stays on while this page is shown.");
  } catch {
    page.notice("awake", "This browser does not let a page keep the screen on here. In the settings of the phone, under Display, set the screen's time-out to the longest time; it is saved whenever the screen goes dark, and goes on where it was.");
  }
}
