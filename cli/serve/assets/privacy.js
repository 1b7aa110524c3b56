// Below what is kept about everybody: what is kept about whoever looks at the page, and a way to have the name removed.

import { button, find, make, put } from "./dom.js";
import { ask, change, remove } from "./send.js";

const node = find("#p-own");

function show(kept, said = "") {
  node.hidden = false;
  const place = `/records/${encodeURIComponent(kept.record)}/people/${encodeURIComponent(kept.seat)}`;
  const name = make("input", { class: "field", "aria-label": "Your name at the table", maxlength: "64" });
  name.value = kept.name ?? "";
  const act = (work, words) => async () => {
    try { await work(); show(await ask("/me/kept"), words); } catch (problem) { show(kept, problem.words); }
  };
  put(node, make("h2", {}, "About you, on this device"),
    make("p", {}, kept.device ? `The device is called “${kept.device}”. ` : "The device has no name. ", `Its link was opened on ${new Date(kept.opened).toLocaleString()}.`),
    kept.seat ? [
      make("p", {}, kept.name ? `Your name here is “${kept.name}”. It is kept beside the record.` : "No name of yours is kept beside the record.", kept.name_in_record ? ` The first line of the record names you “${kept.name_in_record}”: that stays.` : ""),
      make("div", { class: "row" }, name, button("Change my name", act(() => change(place, { name: name.value }), "The name is changed.")), kept.name ? button("Remove my name", act(() => remove(place), "The name is removed.")) : null)] : null,
    kept.visits.length ? make("ul", { class: "plain" }, kept.visits.map((one) => make("li", {}, `${one.day}: ${one.first === one.last ? "line" : `lines ${one.first} to`} ${one.last}, from ${one.network}`))) : make("p", {}, "No look of this device is kept."),
    make("p", { class: "small", role: "status" }, said));
}

// Without a link there is nothing about anybody.
ask("/me/kept").then((kept) => show(kept)).catch(() => {});
