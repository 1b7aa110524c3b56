// The picture of a table: drawn by the service, mended here step by step. A piece that moved glides there once.

const SVG = "http://www.w3.org/2000/svg";
const MOVE = 260;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Picture {
  constructor(svg) {
    this.svg = svg;
    this.nodes = [];
  }

  // A picture as it is sent: whole, or as runs of the one before, [from, count], with what is new between them.
  show({ width, height, title, parts }, glide = false) {
    const moves = glide && !still.matches;
    const before = moves ? this.places() : null;
    const used = new Set();
    this.nodes = parts.flatMap((part) => (typeof part === "string" ? [drawn(part)] : this.nodes.slice(part[0], part[0] + part[1])))
      .map((node) => (used.has(node) ? node.cloneNode(true) : (used.add(node), node)));
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.setAttribute("aria-label", title);
    this.svg.classList.toggle("tall", height > width);
    this.arrange();
    if (moves) this.glide(before);
  }

  clear() { this.nodes = []; this.svg.replaceChildren(); }

  // What stays is not touched.
  arrange() {
    const kept = new Set(this.nodes);
    for (const node of [...this.svg.children]) if (!kept.has(node)) node.remove();
    let next = this.svg.firstElementChild;
    for (const node of this.nodes) {
      if (node === next) next = next.nextElementSibling;
      else this.svg.insertBefore(node, next);
    }
  }

  places() {
    const found = new Map();
    for (const piece of this.svg.querySelectorAll(".piece")) {
      const box = piece.getBBox();
      found.set(piece.dataset.id, [box.x + box.width / 2, box.y + box.height / 2]);
    }
    return found;
  }

  glide(before) {
    for (const piece of this.svg.querySelectorAll(".piece")) {
      const old = before.get(piece.dataset.id);
      if (!old) continue;
      const box = piece.getBBox();
      const x = old[0] - box.x - box.width / 2, y = old[1] - box.y - box.height / 2;
      if (Math.hypot(x, y) < 12) continue;
      piece.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: MOVE, easing: "cubic-bezier(.2, .7, .2, 1)" });
    }
  }
}

// One part may hold several elements, or none.
function drawn(part) {
  const group = document.createElementNS(SVG, "g");
  group.innerHTML = part;
  return group;
}
