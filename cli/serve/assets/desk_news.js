// The newest claims, findings and silent tables, in words, whatever view is open. A word stays until it is read or until
// newer ones take its place.

import { button, make, put } from "./dom.js";
import { tableName } from "./desk_parts.js";
import { ask } from "./send.js";

const SHOWN = 3;
// What is left open is counted in the list of tables: there is much of it in every game, and nobody has to go there.
const SAYS = {
  claim: (told) => [told.kind === "appeal" ? "an appeal" : "a claim", `d/${told.record}/${told.seq}`],
  silent: (told) => [`nothing since line ${told.line}`, `t/${told.record}`],
  finding: (told) => {
    const wrong = told.findings.filter((one) => one.answer === "broken").at(-1);
    return wrong ? [`line ${wrong.seq} is against a rule`, `t/${told.record}`] : null;
  },
};

export function deskNews(node) {
  let lines = [];
  const show = (found) => {
    lines = found.slice(0, SHOWN);
    node.hidden = !lines.length;
    put(node, lines);
  };
  return async (told) => {
    const said = SAYS[told.what]?.(told);
    if (!said) return;
    const room = (await ask(`/records?${new URLSearchParams({ id: told.record })}`).catch(() => null))?.rooms[0];
    if (!room) return;
    const words = `${tableName(room)}: ${said[0]}`;
    const drop = () => show(lines.filter((one) => one !== line));
    const line = make("p", { class: "row one between" }, make("a", { href: `#${said[1]}`, onclick: drop }, words), button("✕", drop, "btn small-text", { "aria-label": `Put away: ${words}` }));
    show([line, ...lines]);
  };
}
