// The picture as something to tap: rims and dots where something may be tapped, a tick on what was. It knows no game.

const TARGET = 44;
const SVG = "http://www.w3.org/2000/svg";

function shape(name, look, numbers) {
  const node = document.createElementNS(SVG, name);
  node.setAttribute("class", look);
  for (const [key, value] of Object.entries(numbers)) node.setAttribute(key, String(Math.round(value * 10) / 10));
  return node;
}

// Where a finger meets it: a thing drawn as a line has no inside of its own, and small ones are hard to meet.
function hit(id, { x, y, width, height }, least) {
  const wide = Math.max(width, least), high = Math.max(height, least);
  const node = shape("rect", "hit", { x: x - (wide - width) / 2, y: y - (high - height) / 2, width: wide, height: high });
  node.dataset.hit = id;
  return node;
}

// The rim for the keyboard stands three units around every thing, drawn or not.
const boxOf = (node) => {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(node.querySelector(".focus-rim")?.getAttribute(name) ?? 0));
  return { x: x + 3, y: y + 3, width: width - 6, height: height - 6 };
};

// Where the dot of a place covers no word of its own: at the lower left, if there is room for it.
function spot(node, { x, y, width, height }) {
  const words = [...node.querySelectorAll("text, use")].map((one) => one.getBBox());
  const [left, top, right, foot] = [x + Math.min(12, width / 2), y + Math.min(12, height / 2), x + width - Math.min(12, width / 2), y + height - Math.min(12, height / 2)];
  const free = ([cx, cy]) => !words.some((box) => box.x < cx + 6 && box.x + box.width > cx - 6 && box.y < cy + 6 && box.y + box.height > cy - 6);
  return [[left, foot], [left, top], [right, top], [right, foot]].find(free) ?? [left, foot];
}

export class TapBoard {
  // `ontap` is given the id of what was tapped and of the place where it lies.
  constructor(svg, ontap) {
    Object.assign(this, { svg, ontap, rims: document.createElementNS(SVG, "g") });
    this.rims.setAttribute("class", "rims");
    svg.addEventListener("click", (event) => {
      const node = this.things().get(event.target.dataset.hit) ?? event.target.closest("[data-id]");
      if (node) this.tap(node);
    });
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  tap(node) { this.ontap([node.dataset.id, node.dataset.at].filter(Boolean), node); }

  // Of several things with one id the first is meant.
  things() {
    const found = new Map();
    for (const node of this.svg.querySelectorAll("[data-id]")) if (!found.has(node.dataset.id)) found.set(node.dataset.id, node);
    return found;
  }

  mark(ids, chosen) {
    const focused = this.svg.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    const things = this.things();
    for (const node of this.svg.querySelectorAll("[data-tap]")) {
      node.removeAttribute("data-tap");
      node.removeAttribute("tabindex");
      node.setAttribute("role", "img");
    }
    const marks = [];
    const least = TARGET / (this.svg.getScreenCTM()?.a || 1);
    let first = true;
    for (const [id, node] of things) {
      if (!ids.has(id) && !chosen.has(id)) continue;
      const { x, y, width, height } = boxOf(node);
      const piece = node.classList.contains("piece");
      const rim = (look) => shape("rect", look, { x: x + 1, y: y + 1, width: Math.max(width - 2, 2), height: Math.max(height - 2, 2), rx: 8 });
      if (chosen.has(id)) {
        const [cx, cy] = [x + width - 8, y + 8];
        const tick = shape("path", "tick", {});
        tick.setAttribute("d", `M${cx - 4} ${cy}l3 3 5-6`);
        marks.push(rim("chosen-rim"), shape("circle", "chosen-dot", { cx, cy, r: 9 }), tick);
        continue;
      }
      const [cx, cy] = piece ? [x, y + height - 2] : spot(node, { x, y, width, height });
      marks.push(rim("target-rim"), shape("circle", "target-dot", { cx, cy, r: piece ? 5 : 6 }));
      marks.push(hit(id, { x, y, width, height }, piece ? 0 : least));
      node.setAttribute("data-tap", "");
      node.setAttribute("role", "button");
      node.setAttribute("tabindex", first ? "0" : "-1");
      first = false;
    }
    this.rims.replaceChildren(...marks);
    this.svg.append(this.rims);
    if (focused && things.get(focused)?.hasAttribute("data-tap")) this.focus(things.get(focused));
  }

  focus(node) {
    for (const other of this.svg.querySelectorAll("[data-tap]")) other.setAttribute("tabindex", other === node ? "0" : "-1");
    node.focus({ preventScroll: false });
  }

  key(event) {
    const node = event.target.closest("[data-tap]");
    if (!node) return;
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); this.tap(node); return; }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const along = { PageDown: 1, PageUp: -1 }[event.key];
    if (!way && !along) return;
    event.preventDefault();
    this.focus(way ? this.nearest(node, way) : this.other(node, along));
  }

  // The nearest thing in a direction; what lies aside counts double. At the edge, the next one in the order of the page.
  nearest(from, [dx, dy]) {
    const middle = (node) => { const box = boxOf(node); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const [x, y] = middle(from);
    const all = [...this.svg.querySelectorAll("[data-tap]")];
    let best = null, least = Infinity;
    for (const node of all) {
      const [ox, oy] = middle(node);
      const along = (ox - x) * dx + (oy - y) * dy, aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (along > 1 && along + 2 * aside < least) [best, least] = [node, along + 2 * aside];
    }
    return best ?? this.other(from, dx + dy);
  }

  // The next one, or the one before, in the order of the page: so every one of them is reached.
  other(from, along) {
    const all = [...this.svg.querySelectorAll("[data-tap]")];
    return all[(all.indexOf(from) + (along > 0 ? 1 : all.length - 1)) % all.length];
  }
}
