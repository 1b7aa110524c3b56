// What the desk says to this device: strips that stay until somebody acts on them, or until they are no longer true.

import { button, make, put, waiting } from "./dom.js";
import { tell } from "./send.js";

const OPEN = { sent: "Open the claim", unsigned: "See the result and sign" };
const ANSWERS = { sent: "I am on my way", called: "All is well" };
const shown = new Map();

const keyOf = (one) => `said-${one.id}`;
const path = (one) => `/records/${encodeURIComponent(one.record)}/notices/${encodeURIComponent(one.id)}/answer`;

// `page.notice(key, ...nodes)` shows a strip, or takes it away without nodes. What is there already stays as it is.
export function show(page, { notices }) {
  const wall = document.body.classList.contains("wall");
  const wanted = new Map(notices.filter((one) => one.kind !== "wall" || wall).map((one) => [keyOf(one), one]));
  for (const [key, words] of shown) if (wanted.get(key)?.words !== words) { shown.delete(key); page.notice(key); }
  for (const [key, one] of wanted) if (!shown.has(key)) {
    shown.set(key, one.words);
    page.notice(key, ...strip(page, one));
    if (OPEN[one.kind] || ANSWERS[one.kind]) tell(path(one), { do: "seen" }).catch(() => null); // the desk goes on saying “not seen yet”
  }
}

function strip(page, one) {
  const trouble = waiting(), answer = ANSWERS[one.kind];
  const act = async () => {
    try { show(page, await tell(path(one), { do: "answer" })); } catch (problem) {
      if (problem.status === 404) page.notice(keyOf(one)); else put(trouble, problem.words); // it is no longer said
    }
  };
  const buttons = [
    one.kind === "sent" ? make("a", { class: "btn main", href: `/desk#d/${one.record}/${one.dispute}` }, OPEN.sent) : null,
    one.kind === "unsigned" ? button(OPEN.unsigned, () => page.tools.sign(), "btn main") : null,
    answer ? button(answer, act, one.kind === "called" ? "btn main" : "btn") : null,
  ].filter(Boolean);
  return [make("p", { class: "said" }, one.words), buttons.length ? make("div", { class: "row" }, buttons) : null, trouble].filter(Boolean);
}
