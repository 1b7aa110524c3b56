// Everything is put together, and fingers, wheel and printer are listened to.
const HOLD = 400, REPEAT = 120, SWIPE = 45;

// A button that is held goes on by itself.
function holding(button, act) {
  let wait = 0, held = false;
  const end = () => { clearTimeout(wait); wait = 0; };
  const again = () => { held = true; act(); wait = setTimeout(again, REPEAT); };
  button.addEventListener("pointerdown", (event) => { if (event.button === 0) { held = false; end(); wait = setTimeout(again, HOLD); } });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(name, end);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.onclick = () => { if (!held) act(); held = false; };
}

function swiping(node) {
  let start = null;
  node.addEventListener("touchstart", (event) => { start = event.touches.length === 1 ? event.touches[0] : null; }, { passive: true });
  node.addEventListener("touchend", (event) => {
    if (!start) return;
    const dx = event.changedTouches[0].clientX - start.clientX, dy = event.changedTouches[0].clientY - start.clientY;
    start = null;
    if (Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) { swiped = true; go(place + (dx < 0 ? 1 : -1)); setTimeout(() => { swiped = false; }, 50); }
  });
}
let swiped = false, turned = 0;

// On the slider always; on the table only where the page itself need not be scrolled.
function wheeling(node, always) {
  node.addEventListener("wheel", (event) => {
    if (event.ctrlKey || !(always || !narrow.matches)) return;
    event.preventDefault();
    turned += event.deltaY || event.deltaX;
    if (Math.abs(turned) < 30) return;
    go(place + Math.sign(turned));
    turned = 0;
  }, { passive: false });
}

function chooser() {
  const short = (name) => nameOf(name).replace(/^the (\S+) player$/, "$1");
  $("as").append(...viewers.map((name) => new Option(short(name), name)));
  $("as").onchange = () => look({ as: $("as").value });
  $("eyes").append(...viewers.map((name) => {
    const button = make("button", short(name));
    button.value = name;
    button.onclick = () => look({ as: name });
    return button;
  }));
}

function facts() {
  const pairs = make("dl", undefined, "facts");
  for (const [word, fact] of Object.entries(data.about.facts)) pairs.append(make("dt", word), make("dd", fact));
  $("facts").append(pairs);
  if (!data.file) { $("get").textContent = "The record itself is not in this page: it holds facts that this viewer did not know." + (data.about.code ? " The head above names it." : " Nor is its head: some of these facts have no salt, and could be found from it."); return; }
  const button = make("a", `Download the record (${data.file.name})`);
  button.href = URL.createObjectURL(new Blob([data.file.text], { type: "application/jsonl" }));
  button.download = data.file.name;
  $("get").append(button, `; check it with: qm verify ${data.file.name} --code ${data.about.code}`);
}

// The score sheet has room for small pictures: they are drawn when somebody prints.
function paper() {
  for (const figure of document.querySelectorAll("#sheet figure[data-step]")) {
    if (!views[0].films.wide || figure.querySelector("svg")) continue;
    const first = views[0].placeOf(Number(figure.dataset.step));
    figure.prepend(stillPicture(views[0], first, figure.dataset.film));
    figure.classList.add("drawn");
  }
}

function helped() {
  $("keys").append(...KEYS.map(([keys, does]) => {
    const row = make("tr"), cell = make("td");
    cell.append(...keys.split(" ").flatMap((key) => [make("kbd", key), " "]));
    row.append(cell, make("td", does));
    return row;
  }));
}

function pictured() {
  if (!views[0].films.wide) { $("picture").remove(); $("asText").open = true; document.documentElement.classList.add("text-only"); return; }
  picture = new Picture($("picture"));
  $("picture").addEventListener("click", (event) => { const on = event.target.closest("[data-id]"); if (on && !swiped) { picture.reach(on.dataset.id); tap(on.dataset.id); } });
  $("asText").addEventListener("toggle", () => { if ($("asText").open && view.length) board(); });
  new ResizeObserver(([one]) => {
    room = one.contentRect.width;
    if (film && film !== `${view.as} ${arrangement()}`) table();
  }).observe($("stage"));
  swiping($("stage"));
  wheeling($("picture"), false);
}

function begin() {
  document.documentElement.classList.add("js");
  $("viewer").hidden = $("bar").hidden = false;
  chooser();
  $("slider").oninput = () => go(Number($("slider").value));
  $("speed").append(...SPEEDS.map((one) => new Option(`${one}×`, one)));
  $("speed").onchange = () => pace(SPEEDS.indexOf(Number($("speed").value)));
  $("search").oninput = () => search($("search").value);
  document.querySelectorAll("[data-do]").forEach((button) => {
    const act = acts[button.dataset.do];
    if (button.classList.contains("holds")) holding(button, act); else button.onclick = act;
  });
  pictured();
  wheeling($("bar"), true);
  addEventListener("keydown", pressed);
  addEventListener("hashchange", recall);
  addEventListener("beforeprint", paper);
  thin.addEventListener("change", () => show());
  $("rules").addEventListener("toggle", () => { if ($("rules").open && !listed) listRules(); });
  controls();
  play(false);
  if (location.hash) recall();
  if (!$("where").textContent) show();
  requestAnimationFrame(() => setTimeout(beside));
}

// The table is seen before what stands beside it is made.
function beside() {
  helped();
  facts();
  listAll();
}

begin();
