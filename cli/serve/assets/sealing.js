// A hidden fact that whoever logs knows: only its seal goes into the record, and the player whose it is opens it later.

import { button, choices, field, make, put, small, waiting } from "./dom.js";
import { grip } from "./mending.js";
import { send } from "./send.js";
import { counted } from "./words.js";

const WHEN = [["game-end", "by the end"], ["reveal", "when it is shown"], ["dispute", "in a dispute"]];

export function sealSheet(page, by = page.now?.turn[0] ?? page.alphabet.seats[0][0]) {
  const what = make("input", { autocomplete: "off", autocapitalize: "none", maxlength: 200, id: "r-seal-what" });
  const value = make("input", { autocomplete: "off", autocapitalize: "none", maxlength: 2000, id: "r-seal-value" });
  const trouble = waiting(), names = make("div", { class: "chips", role: "group", "aria-label": "What the game names" });
  let seat = by, duty = WHEN[0][0], busy = false;
  const named = (path) => {
    what.value = path;
    what.focus();
    if (path.includes("<")) what.setSelectionRange(path.indexOf("<"), path.indexOf(">") + 1); // which one is typed next
  };
  const name = () => put(names, ...page.alphabet.hidden.map((path) => path.replaceAll("<seat>", seat)).map((path) => button(path, () => named(path), "choice")));
  const seal = async () => {
    if (!what.value.trim() || !value.value.trim()) { put(trouble, "Nothing was sealed: give its name and its value."); return; }
    const waits = page.outbox.waiting.length;
    if (waits) { put(trouble, `Nothing was sealed yet: ${counted(waits, "line")} still to be sent, and a seal comes after ${waits === 1 ? "it" : "them"}.`); return; }
    if (busy) return;
    busy = true;
    try {
      const answer = await send(page.path("/seals"), { what: what.value, value: value.value, seat, open_by: duty }, { expect: page.now.size, fixed: true });
      await page.wrote(answer);
      page.notice("sealed", `${what.value} is sealed by line ${answer.last}. In the line itself, say “? not seen”.`);
      page.startAgain();
    } catch (problem) { put(trouble, problem.words ?? String(problem)); } finally { busy = false; }
  };
  name();
  page.openSheet([grip("Seal a hidden fact", page), small("Its seal goes into the record and tells nothing. The service keeps what opens it, outside the record; the player opens it on their own phone."),
    choices("Whose it is", page.alphabet.seats, seat, (chosen) => { seat = chosen; name(); }), field("What it is, as the game names it", what), names, field("Its value", value),
    choices("It is opened", WHEN, duty, (chosen) => { duty = chosen; }, "faces three"), trouble, button("Seal it", seal, "btn main wide tall", { id: "r-seal" })]);
}
