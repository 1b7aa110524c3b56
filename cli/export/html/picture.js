// The table as a picture. Things are told apart by their ids; drawings are elements that our own drawer made.
const SVG = "http://www.w3.org/2000/svg";
const FIXED = 0, WORDS = 1, SAYS = 2, ZONE = 3, PIECE = 4;
const MOVE = 260, QUICK = 250;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const elements = new Map();

const shape = (tag, attributes, text) => {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  return node;
};

// An attribute that is set anew, even to what it was, has the browser lay out the picture again.
const setIfNew = (node, name, value) => { if (node.getAttribute(name) !== value) node.setAttribute(name, value); };

// Drawings are read once, and all that a table needs together; whoever wants one takes a copy.
function read(numbers) {
  const fresh = [...new Set(numbers)].filter((number) => number !== undefined && !elements.has(number));
  if (!fresh.length) return;
  const text = `<svg xmlns="${SVG}">${fresh.map((number) => `<g>${drawn(number)}</g>`).join("")}</svg>`;
  const all = document.adoptNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
  [...all.children].forEach((group, index) => elements.set(fresh[index], group));
}

const drawing = (number) => [...elements.get(number).cloneNode(true).childNodes];

const way = (number) => (number % 2 ? -(number + 1) : number) / 20;
const thing = lazily(data.things, ([kind, ...given]) => {
  if (kind === FIXED) return { kind, drawn: given[0] };
  if (kind === SAYS) return { kind, says: given.map(words).join("; ") };
  const [x, y] = given.map(way);
  if (kind === WORDS) return { kind, x, y, look: words(given[2]), words: words(given[3]), more: given.length > 4 ? words(given[4]) : "" };
  const own = { kind, x, y, w: given[2] / 10, h: given[3] / 10, drawn: given[4], id: words(given[5]), at: "", says: "" };
  return kind === PIECE ? { ...own, at: words(given[6]), says: words(given[7]), star: given[8] || 0 } : { ...own, star: given[6] || 0 };
});

// The things of a table, each where it lies: pieces are put into their zones, and zones say what follows them.
function placed(table) {
  const zones = new Map(), all = [];
  let zone = null;
  for (const number of table) {
    const one = { ...thing(number), number };
    if (one.kind === SAYS) { zone.says = one.says; continue; }
    if (one.kind === ZONE) { zone = one; zones.set(one.id, one); }
    const inside = one.kind === PIECE && zones.get(one.at);
    if (inside) { one.x += inside.x; one.y += inside.y; }
    all.push(one);
  }
  return all;
}

// What is to be seen of a thing: where it is, and what it says.
function glimpse(table, id) {
  const index = table.findIndex((number) => thing(number).id === id);
  if (index < 0) return null;
  const one = thing(table[index]);
  return { at: one.at, says: one.kind === ZONE ? thing(table[index + 1]).says : one.says };
}

const translated = (one) => `translate(${Math.round(10 * one.x) / 10} ${Math.round(10 * one.y) / 10})`;

function built(one, touch) {
  if (one.kind === FIXED) return drawing(one.drawn)[0];
  if (one.kind === WORDS) {
    const node = shape("text", { x: one.x, y: one.y, class: one.look }, one.words);
    if (one.more) node.append(shape("tspan", { class: "t14 soft", dx: 8 }, one.more));
    return node;
  }
  const group = shape("g", { class: one.kind === ZONE ? "zone" : "piece", "data-id": one.id, transform: translated(one), "aria-label": one.says });
  group.append(...drawing(one.drawn));
  if (!touch) { group.setAttribute("role", "img"); return group; }
  group.setAttribute("role", "button");
  group.setAttribute("tabindex", "-1");
  group.append(shape("rect", { x: -3, y: -3, width: one.w + 6, height: one.h + 6, rx: 8, class: "focus-rim" }));
  return group;
}

// Rim and sign of a thing: changed, against a rule, or tapped. A zone's own outline is its first element.
function rim(one, node, look, sign) {
  const marks = shape("g", { transform: translated(one) });
  const outline = one.kind === ZONE && node && node.firstElementChild;
  if (outline && /^(rect|circle|path)$/.test(outline.tagName) && !outline.classList.contains("focus-rim")) {
    const copy = outline.cloneNode();
    copy.setAttribute("class", look);
    marks.append(copy);
  } else marks.append(shape("rect", { x: -4, y: -4, width: one.w + 8, height: one.h + 8, rx: 6, class: look }));
  const out = one.kind === ZONE ? -2 : 4, corner = sign === "*" ? one.star : 0;
  const x = corner % 2 ? -out : one.w + out, y = corner > 1 ? one.h + out : -out;
  marks.append(shape("circle", { cx: x, cy: y, r: 9, class: look.replace("-rim", "-dot") }));
  marks.append(shape("text", { x, y: sign === "*" ? y + 9.5 : y + 4.5, class: `mid b ${sign === "*" ? "t20" : "t12"} on-changed` }, sign));
  return marks;
}

class Picture {
  constructor(svg) {
    this.svg = svg;
    this.nodes = new Map();
    this.all = [];
    this.here = "";
    this.reached = null;
    this.shown = 0;
    this.marks = shape("g", { "aria-hidden": "true", class: "marks" });
    svg.append(this.marks);
  }

  node(one) {
    let node = this.nodes.get(one.number);
    if (!node) this.nodes.set(one.number, node = built(one, true));
    else if (one.kind === PIECE) setIfNew(node, "transform", translated(one));
    else if (one.kind === ZONE) setIfNew(node, "aria-label", one.says);
    return node;
  }

  things() { return this.all.filter((one) => one.kind >= ZONE); }

  find(id) { return this.things().find((one) => one.id === id); }

  show(table, [width, height], glide) {
    const focused = this.svg.contains(document.activeElement) && document.activeElement.dataset.id;
    const before = glide ? new Map(this.things().map((one) => [one.id, one])) : new Map();
    setIfNew(this.svg, "viewBox", `0 0 ${width} ${height}`);
    this.all = placed(table);
    this.put();
    this.reach(focused || this.here);
    if (focused && this.find(this.here)) this.node(this.find(this.here)).focus({ preventScroll: true });
    this.move(before);
  }

  // Only what is another is taken out or put in: most of a table stays as it is.
  put() {
    read(this.all.map((one) => one.drawn));
    const wanted = this.all.map((one) => this.node(one)), kept = new Set(wanted);
    for (const node of [...this.svg.children]) if (node !== this.marks && !kept.has(node)) node.remove();
    let next = this.svg.firstElementChild;
    for (const node of wanted) {
      if (node === next) next = next.nextElementSibling;
      else this.svg.insertBefore(node, next);
    }
    if (this.svg.lastElementChild !== this.marks) this.svg.append(this.marks);
  }

  move(before) {
    const now = performance.now(), quick = now - this.shown < QUICK;
    this.shown = now;
    this.svg.classList.toggle("quick", quick);
    if (quick || still.matches) return;
    for (const one of this.all) {
      const old = one.kind === PIECE && before.get(one.id);
      if (!old || translated(old) === translated(one)) continue;
      const place = (at) => `translate(${at.x}px, ${at.y}px)`;
      this.node(one).animate([{ transform: place(old) }, { transform: place(one) }], { duration: MOVE, easing: "cubic-bezier(.2, .7, .2, 1)" });
    }
  }

  mark(list) {
    this.marks.replaceChildren(...list.flatMap(([id, look, sign]) => {
      const found = this.find(id);
      return found ? [rim(found, this.node(found), look, sign)] : [];
    }));
  }

  // One thing at a time can be reached with Tab; the others from there.
  reach(id) {
    const one = this.find(id) || this.things()[0];
    if (!one) return;
    const node = this.node(one);
    if (this.reached !== node && this.reached) this.reached.setAttribute("tabindex", "-1");
    setIfNew(node, "tabindex", "0");
    this.reached = node;
    this.here = one.id;
  }

  // The nearest thing in a direction, as arrows with Shift move the focus.
  step(dx, dy) {
    const from = this.find(this.here);
    if (!from) return;
    const middle = (one) => [one.x + one.w / 2, one.y + one.h / 2];
    const [x, y] = middle(from);
    let best = null, least = Infinity;
    for (const one of this.things()) {
      const [ox, oy] = middle(one), along = (ox - x) * dx + (oy - y) * dy, aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (one.id !== from.id && along > 1 && along + 2 * aside < least) { best = one; least = along + 2 * aside; }
    }
    if (best) { this.reach(best.id); this.node(best).focus({ preventScroll: true }); }
  }
}

// A small picture that stands still, for the score sheet.
function stillPicture(view, place, name) {
  const [width, height] = view.sizes[name === "wide" ? 0 : 1];
  const svg = shape("svg", { class: "scene", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `the table after event ${view.seq[place]}` });
  const all = placed(view.table(name, place));
  read(all.map((one) => one.drawn));
  svg.append(...all.map((one) => built(one, false)));
  return svg;
}
