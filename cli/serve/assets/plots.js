// Plots: bars with their numbers, and lines with a name at their end. As in the exported page, by the same classes.

import { make } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const TALL = 230, LETTER = 7.6, LOOKS = 5, LONGEST = 72;
// A phone gets lines of its own width, so that their words stay as large as all others.
const narrow = matchMedia("(max-width: 700px)");

function draw(name, properties = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(properties)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

const cut = (text, most) => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

// Bars one below the other; each leads to `link(bar)`. Labels are text that breaks into lines as it must, on any screen.
export function bars(rows, link, long) {
  const longest = Math.max(...rows.map((bar) => bar.value)) || 1;
  return make("ul", { class: long ? "bars long" : "bars" }, rows.map((bar) => {
    const width = `${(LONGEST * bar.value / longest).toFixed(1)}%`;
    const line = draw("svg", { class: "barline", "aria-hidden": "true" }, draw("rect", { class: bar.few ? "barfill hollow" : "barfill", x: 0, y: 1, width, height: 18, rx: 3 }), draw("text", { class: "value", x: width, dx: 6, y: 15 }, bar.text));
    return make("li", {}, make("a", { class: "barrow", href: link(bar), "aria-label": `${bar.label}: ${bar.text}. Opens these games.` },
      make("span", { class: "barlabel" }, bar.label, bar.small ? make("small", {}, bar.small) : null), line));
  }));
}

// The nearest height for a name at which no other stands: below what is wanted, or above near the ground.
function free(wanted, taken, lowest) {
  for (let far = 0; far < 40; far += 1) {
    for (const y of [wanted + 8 * far, wanted - 8 * far]) {
      if (y <= Math.max(lowest, wanted) && taken.every((other) => Math.abs(other - y) >= 16)) return y;
    }
  }
  return wanted;
}

// Below the lines: labels that have room, so that none touches the one before it.
function below(labels, across) {
  let room = 0;
  return labels.flatMap((label, place) => {
    const x = across(place), half = LETTER * label.length / 2;
    if (!label || x - half < room) return [];
    room = x + half + LETTER;
    return [draw("text", { x: x.toFixed(1), y: TALL - 8, "text-anchor": "middle" }, label)];
  });
}

// One line for each name; dashes tell them apart where colours cannot. It goes past a place without a value. Labels stand below.
export function lines(series, ticks, labels = []) {
  const wide = narrow.matches ? 330 : 520;
  const bottom = TALL - 28, right = wide - 100, low = ticks[0], high = ticks.at(-1), most = Math.max(...series.map((one) => one.values.length));
  const up = (value) => bottom - (bottom - 12) * (value - low) / (high - low);
  const across = (place) => 40 + (right - 40) * place / Math.max(1, most - 1);
  const parts = [draw("path", { class: "axis", d: `M40 12V${bottom}H${right}` })];
  for (const value of ticks) {
    parts.push(draw("path", { class: "grid", d: `M40 ${up(value).toFixed(1)}H${right}` }), draw("text", { x: 34, y: (up(value) + 4).toFixed(1), "text-anchor": "end" }, String(value)));
  }
  parts.push(...below(labels, across));
  const taken = [];
  series.forEach((one, number) => {
    const spots = one.values.flatMap((value, place) => (value === null ? [] : [[across(place).toFixed(1), up(value).toFixed(1), value]]));
    for (const kind of ["casing", "line"]) parts.push(draw("path", { class: `${kind} line-${number % LOOKS}`, d: `M${spots.map(([x, y]) => `${x} ${y}`).join("L")}` }));
    parts.push(...spots.map(([x, y]) => draw("circle", { class: `dot dot-${number % LOOKS}`, cx: x, cy: y, r: 4 })));
    const last = spots.at(-1)[2], y = free(up(last), taken, bottom);
    taken.push(y);
    parts.push(draw("text", { class: "value", x: right + 8, y: (y + 4).toFixed(1) }, `${cut(one.name, 9)} ${last}`));
  });
  const said = series.map((one) => `${one.name}: ${one.values.map((value) => value ?? "–").join(", ")}`).join("; ");
  return draw("svg", { class: "plot", viewBox: `0 0 ${wide} ${TALL}`, role: "img", "aria-label": said }, ...parts);
}
