// A typed line: tried while typing stops, logged with Enter. What it may stand for is offered to be tapped.

import { button, find, make, put, small } from "./dom.js";
import { tell } from "./send.js";
import { fallen, told } from "./mending.js";
import { capital } from "./words.js";

const PAUSE = 350;

export function typedLine(page) {
  const form = find("#r-typed"), input = find("#r-line");
  const reading = make("div", { id: "r-reading", class: "reading", "aria-live": "polite" });
  form.after(reading);
  let timer = 0, asked = 0;

  async function tryOut() {
    const say = input.value.trim();
    const mine = ++asked;
    if (!say) { put(reading); return; }
    try {
      const read = await tell(page.path("/read"), { say, complete: true });
      if (mine !== asked) return;
      const lines = (found) => make("div", { class: "chips", role: "group", "aria-label": "Lines to choose from" }, found.map((line) => button(line, () => { input.value = line; input.focus(); tryOut(); }, "choice", { "data-line": line })));
      if (read.readings.length) put(reading, small("It can be read in more than one way:"), lines(read.readings));
      else put(reading, ...told(read.steps), read.unread && !read.continuations.length ? small(`${capital(read.unread)}.`) : null, ...fallen(read.falls), ...read.consequences.map((line) => small(line)),
        read.continuations.length ? lines(read.continuations) : null);
    } catch (problem) {
      if (mine === asked) put(reading, small(problem.status === 0 ? "No connection: it is read when it is sent." : problem.words));
    }
  }

  input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(tryOut, PAUSE); });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const say = input.value.trim();
    if (!say) return;
    clearTimeout(timer);
    asked += 1;
    input.value = "";
    put(reading);
    await page.logWhat({ say }, say);
  });
  input.addEventListener("keydown", (event) => {
    const first = find("#r-reading [data-line]");
    if (event.key === "Tab" && !event.shiftKey && first && first.dataset.line.startsWith(input.value.trimStart())) {
      event.preventDefault();
      input.value = first.dataset.line;
      tryOut();
    }
    if (event.key !== "Escape") return;
    event.stopPropagation();
    input.value = "";
    form.hidden = true;
    put(reading);
    input.blur();
  });
}
