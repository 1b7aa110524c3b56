// The links of the desk itself: which are open, and taking one back. The own one only with a second tap.

import { button, make, panel, put } from "./dom.js";
import { day, failed, time } from "./desk_parts.js";
import { ask, remove } from "./send.js";

export async function showOwnLinks(node) {
  const when = (at) => `${day(at)}, ${time(at)}`;
  const draw = (links) => put(node, panel(make("h2", {}, "Links of the desk"),
    make("p", { class: "small" }, "Every start of the service prints a new one. One that nobody has opened ends after a day, and with the next start at the same address."),
    links.map((link) => {
      const words = `${link.mine ? "This device: " : ""}${link.device ?? "not opened yet"}${link.event ? `, for ${link.event}` : ""}`;
      const more = [`made ${when(link.made_at)}`, link.seen && !link.mine ? `last here ${when(link.seen)}` : "", link.until ? `ends ${when(link.until)}` : ""].filter(Boolean).join(" · ");
      return make("div", { class: "row between" }, make("span", {}, words, make("br"), make("span", { class: "tiny" }, more)), closing(link, words));
    })));

  function closing(link, words) {
    let warned = !link.mine;
    const one = button("Take back", async () => {
      if (!warned) { warned = true; put(one, "Take back: closes the desk on this device"); return; }
      try { draw((await remove(`/desk/links/${link.id}`)).links); if (link.mine) location.reload(); } catch (problem) { one.after(failed(problem)); }
    }, "btn small-text bad", { "aria-label": `Take back: ${words}`, "aria-live": "polite" });
    return one;
  }

  try { draw((await ask("/desk/links")).links); } catch (problem) { put(node, failed(problem)); }
}
