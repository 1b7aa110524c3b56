// Another device would like to use the same link: whoever has it says yes or no.

import { button, make } from "./dom.js";
import { ask, tell } from "./send.js";

const EVERY = 5000;

export function whoAsks(notice, words, isOver) {
  let shown;
  const answer = (one, allow) => async () => {
    try { await tell("/me/asking", { session: one.session, allow }); notice("asking"); } catch (problem) { notice("asking", problem.words); }
  };
  setInterval(async () => {
    if (document.hidden || isOver()) return;
    let one;
    try { [one] = (await ask("/me/asking")).asking; } catch { return; }
    if (one?.session === shown) return;
    shown = one?.session;
    if (!one) { notice("asking"); return; }
    notice("asking", make("p", {}, `“${one.device}” would like to use your link. ${words}`),
      make("div", { class: "row" }, button(`Hand over to “${one.device}”`, answer(one, true)), button(`Refuse “${one.device}”`, answer(one, false))));
  }, EVERY);
}
