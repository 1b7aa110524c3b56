// A link with other terms than usual: what a scribe sees, how late those who watch are, and until when it is good.

import { button, field, make, put } from "./dom.js";

const LATE = [["", "as this service has it"], ["0", "at once"], ["30", "30 seconds late"], ["120", "2 minutes late"], ["600", "10 minutes late"], ["round", "a round late"], ["end", "once the game is over"]];
const GOOD = [["", "until it is closed"], ["120", "for 2 hours"], ["720", "for 12 hours"], ["1440", "for a day"], ["4320", "for 3 days"], ["10080", "for a week"]];

const select = (answers, onchange) => make("select", { onchange }, answers.map(([value, words]) => make("option", { value }, words)));

// `fresh` makes a link of what it is given.
export function otherTerms(room, fresh) {
  const whose = [["scribe", "a scribe"], ["spectator", "spectators"], ...room.players.map((one) => [`seat ${one.seat}`, one.name]), ["official", "an official"]];
  const person = select(whose, draw), good = select(GOOD, null), late = select(LATE, null), name = make("input", { maxlength: "64", placeholder: "Kim" });
  const eyes = select([["table", "what everybody at the table sees"], ...room.players.map((one) => [one.seat, `what ${one.name} sees: they log while they play`]), ["official", "everything, all hands too"]], draw);
  const kept = make("p", { class: "note small" }), fits = make("div", { class: "stack" });
  const fields = { eyes: field("What the scribe sees", eyes), late: field("They see the table", late), name: field("Name of the official", name) };
  const go = button("", () => fresh(wanted()), "btn main");

  function draw() {
    const [role] = person.value.split(" ");
    put(fits, { scribe: [fields.eyes, eyes.value === "table" ? null : kept], spectator: [fields.late], official: [fields.name] }[role] ?? []);
    put(kept, eyes.value === "official" ? "Give it only to somebody who does not play: it shows what is hidden. Every look is kept." : "It shows the secrets of this player.");
    put(go, `New link for ${whose.find(([value]) => value === person.value)[1]} with these terms`);
  }

  function wanted() {
    const [role, seat] = person.value.split(" ");
    const more = { scribe: { eyes: eyes.value }, spectator: late.value ? { delay: late.value } : {}, seat: { seat }, official: { name: name.value.trim(), whole_event: Boolean(room.event) } }[role];
    return { role, ...more, ...(good.value ? { until: Number(good.value) } : {}) };
  }

  draw();
  return make("details", {}, make("summary", { class: "small" }, "A link with other terms: what a scribe sees, how late, until when"),
    make("section", { class: "panel stack terms" }, field("For whom", person), fits, field("The link is good", good), make("div", { class: "row" }, go)));
}
