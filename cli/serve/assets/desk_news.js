// The newest claims, findings and silent tables, in words, whatever view is open. A word stays until it is read or until
// newer ones take its place.

import { button, make, put } from "./dom.js";
import { tableName, time } from "./desk_parts.js";
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
  const unstored = new Map();
  const show = (found) => {
    lines = found.slice(0, SHOWN);
    const every = [...[...unstored.values()].filter(Boolean), ...lines];
    node.hidden = !every.length;
    put(node, every);
  };
  // It stays until a line is stored again, and nobody can put it away. A stream that begins anew tells it again.
  const trouble = async ({ record, since, why, do: mend }) => {
    if (!unstored.has(record)) unstored.set(record, null);
    const room = (await ask(`/records?${new URLSearchParams({ id: record })}`).catch(() => null))?.rooms[0];
    if (!unstored.has(record)) return;
    unstored.set(record, make("p", { class: "note bad-words", role: "alert" }, `${room ? tableName(room) : "A table"}: lines cannot be stored since ${time(since)}: ${why}. The phones keep them and send them again by themselves. To mend it: ${mend}.`));
    show(lines);
  };
  return async (told) => {
    if (told.what === "begin") unstored.clear();
    if (told.what === "unavailable") { await trouble(told); return; }
    if (told.what === "available") unstored.delete(told.record);
    if (["begin", "available"].includes(told.what)) { show(lines); return; }
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
