// Where a finger, or the keyboard, meets the buttons and things of the recorder.
globalThis.pressed = 0;
addEventListener("click", () => { globalThis.pressed += 1; });
addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target.closest("svg")) globalThis.pressed += 1; });
// The order of names does not matter.
const text = (value) => JSON.stringify(value, (_, inner) =>
  inner && typeof inner === "object" && !Array.isArray(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner);
const isShown = (node) => node.getClientRects().length > 0;

// What a planned tap is on this page: a button below the board, or a thing of the picture.
globalThis.target = (touch) => {
  if (touch.values) return [...document.querySelectorAll("#r-scene [data-tap]")].find((one) => one.dataset.id === touch.values[0]);
  return [...document.querySelectorAll("#r-chips [data-touch]")].find((one) => isShown(one) && text(JSON.parse(one.dataset.touch)) === text(touch));
};

// Somebody who says it with `something else`: which button they press next.
globalThis.elseTap = (wanted) => {
  const find = (selector) => document.querySelector(selector);
  const having = (name, value) => [...document.querySelectorAll(`#r-sheet [${name}]`)].find((one) => one.getAttribute(name) === value && isShown(one));
  const log = find("#r-log");
  if (!log) return having("data-do", wanted.do) ?? find("#r-else");
  const body = JSON.parse(log.dataset.body);
  if (text(body) === text(wanted)) return log;
  if (wanted.by !== body.by) return having("data-by", wanted.by);
  const open = find("#r-sheet [data-slot][aria-pressed=true]")?.dataset.slot ?? find("#r-sheet [data-open]")?.dataset.open;
  const valued = (one) => [...document.querySelectorAll("#r-sheet [data-value]")].find((each) => text(JSON.parse(each.dataset.value)) === text(one)) ?? having("data-group", String(one).split(/[ -]/)[0]);
  const list = (wants, has) => (wants.length ? valued(wants[has.length]) : find("#r-empty") ?? find("#r-none"));
  for (const [field, value] of Object.entries(wanted)) {
    if (text(body[field]) === text(value) || field === "do") continue;
    const flag = having("data-flag", `${field}=${JSON.stringify(value)}`);
    if (flag) return flag;
    const slot = having("data-slot", field);
    if (slot && open !== field) return slot;
    const whole = valued(value);
    if (whole || value === null || typeof value !== "object") return whole;
    if (Array.isArray(value)) return list(value, Array.isArray(body[field]) ? body[field] : []);
    for (const [key, one] of Object.entries(value)) {
      if (text(body[field]?.[key]) === text(one)) continue;
      const head = find("#r-sheet [data-open]")?.dataset.key;
      if (head !== key) return head ? find("#r-else-key") : valued(key);
      return Array.isArray(one) ? list(one, body[field]?.[key] ?? []) : valued(one);
    }
  }
};

// Where a finger meets something: a thing of the picture by the area laid over it, wherever nothing else lies above it.
globalThis.meet = (node) => {
  if (!node) return null;
  const area = node.closest("svg") ? [...document.querySelectorAll("[data-hit]")].find((one) => one.dataset.hit === node.dataset.id) : node;
  area.scrollIntoView({ block: area === node ? "nearest" : "start", inline: "center" });
  // Between the heading and what is asked there may be little room: it is scrolled until a finger meets it.
  for (const by of area === node ? [0] : [-90, 90]) {
    scrollBy(0, by);
    const box = area.getBoundingClientRect();
    const inside = [[.5, .5], [.2, .5], [.8, .5], [.5, .2], [.5, .85], [.15, .15], [.85, .85], [.15, .85], [.85, .15]].map(([x, y]) => [box.x + box.width * x, box.y + box.height * y]);
    const met = inside.find(([x, y]) => { const hit = document.elementFromPoint(x, y); return hit && (area.contains(hit) || hit === area); });
    if (met) return met;
  }
  return null;
};

// What Tab goes through, in its order.
const stops = () => [...document.querySelectorAll("a[href], button, input, textarea, select, [tabindex]")].filter((one) => one.tabIndex >= 0 && !one.disabled && isShown(one));

// The keys that bring the focus nearer to something: Tabs from part to part, an arrow inside the picture.
globalThis.nextKeys = (node) => {
  const at = document.activeElement;
  if (at === node) return ["Enter"];
  const scene = node.closest("svg");
  if (!scene || !scene.contains(at)) {
    const all = stops();
    const from = all.indexOf(at), to = all.indexOf(scene ? all.find((one) => scene.contains(one)) : node);
    if (from < 0 || to < 0) return [globalThis.way ?? "Tab"]; // at what can only be scrolled: on past it
    globalThis.way = to > from ? "Tab" : "Shift+Tab";
    return Array(Math.abs(to - from)).fill(globalThis.way);
  }
  const [from, to] = [at, node].map((one) => one.getBoundingClientRect());
  const [x, y] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
  globalThis.steps = (globalThis.steps ?? 0) + 1;
  if (globalThis.steps > 12) return ["PageDown"];
  return [Math.abs(x) > Math.abs(y) ? (x > 0 ? "ArrowRight" : "ArrowLeft") : y > 0 ? "ArrowDown" : "ArrowUp"];
};
