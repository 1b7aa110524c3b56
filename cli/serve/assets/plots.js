// Plots as SVG: bars with their numbers, and lines with a name at their end. As in the exported page, by the same classes.

const SVG = "http://www.w3.org/2000/svg";
const ROW = 44, TALL = 230, LETTER = 7.6, LOOKS = 5;
// A phone gets plots of its own width, so that their words stay as large as all others.
const narrow = matchMedia("(max-width: 700px)");
const sizes = () => (narrow.matches ? { wide: 330, left: 116, most: 15 } : { wide: 520, left: 170, most: 24 });

function draw(name, properties = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(properties)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

const cut = (text, most) => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);
// On a phone the number alone: what stands behind it in brackets is behind the bar too.
const short = (text) => (narrow.matches ? text.split(" (")[0] : text);

// Bars one below the other; each leads to `link(bar)` and is as high as a finger needs.
export function bars(rows, link) {
  const { wide, left, most } = sizes(), longest = Math.max(...rows.map((bar) => bar.value)) || 1;
  const height = ROW * rows.length + 8, room = wide - left - 14 - LETTER * Math.max(...rows.map((bar) => short(bar.text).length));
  const parts = rows.map((bar, number) => {
    const top = 8 + ROW * number, width = room * bar.value / longest;
    const more = bar.says ? [draw("title", {}, bar.says)] : [];
    return draw("a", { href: link(bar), "aria-label": `${bar.label}: ${bar.text}. Opens these games.` }, ...more,
      draw("rect", { class: "hit", x: 0, y: top - 6, width: wide, height: ROW }),
      draw("text", { x: left - 8, y: top + 22, "text-anchor": "end" }, cut(bar.label, most)),
      draw("rect", { class: bar.few ? "barfill hollow" : "barfill", x: left, y: top + 4, width: width.toFixed(1), height: 24, rx: 3 }),
      draw("text", { class: "value", x: (left + width + 7).toFixed(1), y: top + 22 }, short(bar.text)));
  });
  return draw("svg", { class: "plot", viewBox: `0 0 ${wide} ${height}`, role: "group" }, draw("path", { class: "axis", d: `M${left} 4V${height - 4}` }), ...parts);
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

// One line for each name, ending at the right; dashes tell them apart where colours cannot. Labels stand below.
export function lines(series, labels = []) {
  const { wide } = sizes(), values = series.flatMap((one) => one.values), bottom = TALL - 28, right = wide - 100;
  const low = Math.min(0, ...values), high = Math.max(1, ...values), most = Math.max(...series.map((one) => one.values.length));
  const up = (value) => bottom - (bottom - 12) * (value - low) / (high - low);
  const across = (place, length) => 40 + (right - 40) * (place + most - length) / Math.max(1, most - 1);
  const parts = [draw("path", { class: "axis", d: `M40 12V${bottom}H${right}` })];
  for (const value of new Set([low, Math.floor((low + high) / 2), high])) {
    parts.push(draw("path", { class: "grid", d: `M40 ${up(value).toFixed(1)}H${right}` }), draw("text", { x: 34, y: (up(value) + 4).toFixed(1), "text-anchor": "end" }, String(value)));
  }
  parts.push(...labels.map((label, place) => draw("text", { x: across(place, most).toFixed(1), y: TALL - 8, "text-anchor": "middle" }, label)));
  const taken = [];
  series.forEach((one, number) => {
    const spots = one.values.map((value, place) => [across(place, one.values.length).toFixed(1), up(value).toFixed(1)]);
    parts.push(draw("path", { class: `line line-${number % LOOKS}`, d: `M${spots.map((spot) => spot.join(" ")).join("L")}` }));
    parts.push(...spots.map(([x, y]) => draw("circle", { class: `dot dot-${number % LOOKS}`, cx: x, cy: y, r: 4 })));
    const y = free(up(one.values.at(-1)), taken, bottom);
    taken.push(y);
    parts.push(draw("text", { class: "value", x: right + 8, y: (y + 4).toFixed(1) }, `${cut(one.name, 9)} ${one.values.at(-1)}`));
  });
  const said = series.map((one) => `${one.name}: ${one.values.join(", ")}`).join("; ");
  return draw("svg", { class: "plot", viewBox: `0 0 ${wide} ${TALL}`, role: "img", "aria-label": said }, ...parts);
}
