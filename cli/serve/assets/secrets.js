// Secrets of one's own: sealed now, opened later for everybody.

import { button, choices, field, MAIN, make, put, small, waiting } from "./dom.js";
import { ask, send } from "./send.js";

// What opens the sheet of secrets.
export function secrets(table) {
  const what = make("input", { autocomplete: "off", autocapitalize: "none", maxlength: 200 });
  const value = make("input", { autocomplete: "off", autocapitalize: "none", maxlength: 2000 });
  let duty = "game-end";

  return async function open() {
    const trouble = waiting();
    const list = make("ul", { class: "list" });
    const post = async (path, body, done) => {
      try {
        const answer = await send(table.path(path), body, { expect: table.now.size, fixed: true });
        put(trouble, `${done} It is line ${answer.last}.`);
        await show();
        return true;
      } catch (problem) {
        put(trouble, problem.words);
        return false;
      }
    };
    const show = async () => {
      const { seals } = await ask(table.path("/matters"));
      put(list, ...seals.map((one) => make("li", {},
        make("div", { class: "grow" }, make("b", {}, one.what), make("span", { class: "small" }, one.opened ? `opened by line ${one.opened}` : `sealed by line ${one.seq}${one.value === null ? "" : `; only you see it: ${one.value}`}`)),
        one.opened || one.value === null ? null : button(`Open ${one.what} for everybody`, () => post("/openings", { seal: one.seal }, `${one.what} is open.`), "btn small-text"))),
      seals.length ? null : make("li", { class: "small" }, "You have sealed nothing."));
    };
    const seal = async () => {
      if (!what.value.trim() || !value.value.trim()) { put(trouble, "Nothing was sealed: give its name and its value."); return; }
      if (await post("/seals", { what: what.value, value: value.value, open_by: duty }, `${what.value} is sealed.`)) what.value = value.value = "";
    };
    table.openSheet("My secrets", [small("A seal binds you to a hidden fact now and shows it to nobody. The service keeps what opens it, outside the record, until you open it."), list,
      field("What it is, as the game names it", what), field("Its value", value),
      choices("It is opened", [["game-end", "by the end"], ["reveal", "when I show it"], ["dispute", "in a dispute"]], duty, (chosen) => { duty = chosen; }, "faces three"), trouble],
    [button("Seal it", seal, MAIN)]);
    try { await show(); } catch (problem) { put(trouble, problem.words); }
  };
}
