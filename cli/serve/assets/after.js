// After the end of a game: where this player sits next, once the next round of a tournament is seated.

import { make } from "./dom.js";
import { ask } from "./send.js";

const EVERY = 20000;
let begun = false;

// Begins to look; it does no harm to call it again.
export function after(table) {
  if (begun) return;
  begun = true;
  const look = async () => {
    if (document.hidden) return;
    const found = await ask(table.path("/next")).catch(() => null);
    if (found) table.notice("next", ...(found.next ? [make("p", { class: "said" }, found.next.words)] : []));
  };
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
  look();
}
