// Entrants: who is here, who comes late, who drops out.

import { field, make, put } from "./dom.js";
import { failed, head } from "./desk_parts.js";
import { act, cell, hallView, hallWrite, mayOrganise, paper, rowAct, table } from "./desk_hall.js";

export function showEntrants(desk, main) {
  const name = make("input", { maxlength: 200, autocomplete: "off", placeholder: "Gia" }), club = make("input", { maxlength: 200, autocomplete: "off", placeholder: "Dike" });
  const list = make("textarea", { rows: "7", class: "mono", spellcheck: "false", placeholder: "name,club,number\nAnn,Harbour,1\nBob,,2" });
  const file = make("input", { type: "file", accept: ".csv,text/csv", onchange: async () => { if (file.files[0]) list.value = await file.files[0].text(); } });
  const enter = (body, words) => view.act(() => hallWrite(desk, "/entrants", body), (answer) => (answer.written ? words(answer.written) : "Nothing new was written."));
  const people = (count) => `${count} ${count === 1 ? "person has" : "people have"} entered.`;
  // A name that is close to another is asked about first; both may be right.
  const add = async (sure = false) => {
    const body = { names: [name.value], club: club.value || null };
    if (!sure) {
      try {
        const tried = await hallWrite(desk, "/entrants", { ...body, dry_run: true });
        if (tried.warnings.length) { put(view.said, make("div", { class: "note warm-note row" }, make("span", {}, `${tried.warnings.join(". ")}. Is it the same person?`), act("The same", () => { put(view.said); name.value = ""; name.focus(); }), act("Somebody else", () => add(true)))); return; }
      } catch (problem) { put(view.said, failed(problem)); return; }
    }
    if (await enter(body, people)) { name.value = ""; name.focus(); }
  };
  const form = make("form", { class: "panel entering", onsubmit: (event) => { event.preventDefault(); add(); } }, field("Name", name), field("Club (kept apart in round 1)", club), make("button", { class: "btn main", type: "submit" }, "Add"));
  const many = make("details", { class: "panel" }, make("summary", {}, "Paste a list or CSV"), make("div", { class: "stack" }, field("The list: name, and if known club, number", list), field("or a file", file),
    make("div", { class: "row" }, act("Enter the list", async () => { if (await enter({ csv: list.value }, people)) list.value = ""; }, "btn main"))));

  const view = hallView(desk, main, "Entrants", "", (told) => {
    const here = told.entrants.filter((one) => one.state === "in").length;
    const rows = told.entrants.map((one) => {
      const back = one.state === "dropped";
      const does = one.state === "disqualified" || !mayOrganise(desk) ? "" : back ? rowAct(one.playing ? "Stays after all" : "Is back", `${one.name} is back`, () => view.act(() => hallWrite(desk, "/entrants", { names: [one.player] }), () => `${one.name} is back, with their points.`))
        : rowAct("Drop", `Drop ${one.name}`, () => view.act(() => hallWrite(desk, "/drop", { names: [one.player] }), () => `${one.name} is not seated any more; their points stay.`));
      const mark = one.state !== "in" ? make("span", { class: "badge open" }, back && one.playing ? "drops after this round" : one.state) : one.late ? make("span", { class: "badge open" }, `from round ${one.late} (late)`) : "here";
      return make("tr", {}, cell(one.number ?? "–", "num roomy"), cell(make("b", {}, one.name)), cell(one.club ?? "–", "roomy"), cell(mark), cell(one.table ?? "–", "num"), cell(does));
    });
    return [head("Entrants", make("span", { class: "pill" }, `${here} here`), make("span", { class: "right row" }, paper(desk, "csv/entrants", "CSV"))),
      mayOrganise(desk) ? form : null, view.said, table([["No.", "num roomy"], ["Name"], ["Club", "roomy"], ["State"], ["Table now", "num"], [""]], rows, ""), mayOrganise(desk) ? many : null].filter(Boolean);
  });
  return view;
}
