// Somebody who knows what happened: which button or thing of the recorder they tap next.
globalThis.pressed = 0;
addEventListener("click", () => { globalThis.pressed += 1; });
addEventListener("keydown", (event) => { if (event.key === "Enter" && event.target.closest("svg")) globalThis.pressed += 1; });
globalThis.finger = async (wanted, record, version) => {
  const { Asking, same, text, tidy } = await import(`/assets/${version}/narrow.js`);
  const { form } = await (await fetch(`/api/v1/records/${record}/now?form=true`)).json();
  const alphabet = await (await fetch(`/api/v1/records/${record}/alphabet`)).json();
  const usually = alphabet.verbs.find((one) => one.do === wanted.do)?.usual ?? {};
  const usual = (ask) => (ask.at.length === 1 && ask.of?.some(([value]) => same(value, usually[ask.at[0]])) ? usually[ask.at[0]] : undefined);
  const at = (body, path) => path.reduce((value, key) => value?.[key], body);
  const tried = (offer) => {
    const asking = new Asking(offer, form);
    for (let n = 0; asking.ask && n < 60; n += 1) {
      const more = asking.extras().find((ask) => at(wanted, ask.at) !== undefined && !same(at(wanted, ask.at), at(asking.body, ask.at)));
      if (more) asking.add(more);
      const value = at(wanted, asking.ask.at) ?? usual(asking.ask);
      if (asking.ask.n && Array.isArray(value)) {
        const { place } = asking;
        for (const one of value) if (asking.place === place && asking.ask?.n) asking.answer(one);
        if (asking.place === place) { if (!asking.enough) return null; asking.all(); }
      } else if (value === undefined) { if (asking.ask.unseen === "none") return null; asking.unseen(); }
      else asking.answer(value);
    }
    return tidy(alphabet, asking.body);
  };
  const offer = (form?.offers ?? []).find((one) => same(tried(one), wanted)) ?? null;
  globalThis.plan = { wanted, offer, text, at, usual: usually };
  return offer !== null;
};
globalThis.nextTap = () => {
  const { wanted, offer, text, at } = globalThis.plan;
  const find = (selector) => document.querySelector(selector);
  const having = (name, value, inside = "#r-thumb") => [...document.querySelectorAll(`${inside} [${name}]`)].find((one) => one.getAttribute(name) === value && one.offsetParent !== null);
  const sheet = find("#r-sheet");
  const log = find("#r-log");
  if (offer === null || log) return editor();
  if (sheet.dataset.at) return answer(JSON.parse(sheet.dataset.at));
  const whole = having("data-body", text(offer.body));
  if (whole) return whole;
  const things = [...document.querySelectorAll("[data-tap]")];
  const values = Object.entries(offer.body).filter(([name]) => !["do", "by"].includes(name)).map(([, value]) => (Array.isArray(value) ? value[value.length - 1] : value));
  const thing = things.find((one) => values.includes(one.dataset.id));
  if (thing) return thing;
  return [...document.querySelectorAll("#r-chips [data-field]")].find((one) => one.dataset.value === text(offer.body[one.dataset.field] ?? null));

  function answer(path) {
    const value = at(wanted, path) ?? (path.length === 1 ? globalThis.plan.usual[path[0]] : undefined);
    const more = [...document.querySelectorAll("#r-sheet [data-extra]")].find((each) => ![undefined, each.dataset.usual].includes(text(at(wanted, JSON.parse(each.dataset.extra)))));
    if (more) return more;
    let one = value;
    if (Array.isArray(value) && find("#r-sheet .picked")) {
      const picked = document.querySelectorAll("#r-sheet .picked .badge").length;
      if (picked >= value.length) return find("#r-all");
      one = value[picked];
    }
    const found = one === undefined ? having("data-value", text("?")) : having("data-value", text(one));
    return found ?? group(one);
  }

  function group(one) {
    const name = String(one).split(/[ -]/)[0];
    return having("data-group", name) ?? find("#r-groups");
  }

  function editor() {
    if (!log) return having("data-do", wanted.do, "#r-sheet") ?? find("#r-else");
    const body = JSON.parse(log.dataset.body);
    if (text(body) === text(wanted)) return log;
    if (wanted.by !== body.by) return having("data-by", wanted.by);
    const open = find("#r-sheet [data-slot][aria-pressed=true]")?.dataset.slot ?? find("#r-sheet [data-open]")?.dataset.open;
    for (const [field, value] of Object.entries(wanted)) {
      if (text(body[field]) === text(value) || field === "do") continue;
      const flag = having("data-flag", `${field}=${text(value)}`);
      if (flag) return flag;
      const slot = having("data-slot", field);
      if (slot && open !== field) return slot;
      return fill(value, body[field]);
    }
  }

  function fill(value, now) {
    const value_ = (one) => having("data-value", text(one), "#r-sheet") ?? group(one);
    const list = (wants, has) => (wants.length ? value_(wants[(has ?? []).length]) : find("#r-empty") ?? find("#r-none"));
    const whole = having("data-value", text(value), "#r-sheet");
    if (whole || value === null || typeof value !== "object") return whole ?? group(value);
    if (Array.isArray(value)) return list(value, Array.isArray(now) ? now : []);
    for (const [key, one] of Object.entries(value)) {
      if (text(now?.[key]) === text(one)) continue;
      const head = find("#r-sheet [data-open]")?.dataset.key;
      if (head !== key) return head ? find("#r-else-key") : having("data-value", text(key), "#r-sheet");
      return Array.isArray(one) ? list(one, now?.[key] ?? []) : value_(one);
    }
  }
};

// Where a finger meets something: a thing of the picture by the area laid over it, wherever nothing else lies above it.
globalThis.meet = (node, keys) => {
  const area = node.closest("svg") ? [...document.querySelectorAll("[data-hit]")].find((one) => one.dataset.hit === node.dataset.id) : node;
  area.scrollIntoView({ block: area === node ? "nearest" : "start", inline: "center" });
  if (area !== node) scrollBy(0, -90);
  if (keys) node.focus();
  const box = area.getBoundingClientRect();
  const inside = [[.5, .5], [.2, .5], [.8, .5], [.5, .2], [.5, .85], [.15, .15], [.85, .85], [.15, .85]].map(([x, y]) => [box.x + box.width * x, box.y + box.height * y]);
  return inside.find(([x, y]) => { const hit = document.elementFromPoint(x, y); return hit && (area.contains(hit) || hit === area); }) ?? inside[0];
};
