// A phone that logs with the recorder's own outbox, in quick motion: its clock goes as it is told, its waits are short.
// What was tapped is what `tap` has answered for.
const parts = {};
globalThis.ready = async (assets) => { Object.assign(parts, await import(`${assets}/outbox.js`), await import(`${assets}/stories.js`)); };
globalThis.phone = async (record, size, faster) => {
  const { Outbox, conflictSheet, penSheet } = parts;
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = (work, milliseconds = 0, ...more) => wait(work, milliseconds / faster, ...more);
  const now = Date.now;
  globalThis.ahead = 0;
  Date.now = () => now() + globalThis.ahead;
  const told = { conflicts: 0, refused: [], stored: [] };
  const page = { record, now: { size }, closeSheet() {}, startAgain() {}, exportApart() {}, draw() {}, pen() {} };
  const press = (nodes, id) => {
    for (const node of nodes) {
      const found = node.id === id ? node : node.querySelector?.(`#${id}`);
      if (found) { found.click(); return; }
    }
  };
  const outbox = new Outbox(record, (name, given) => {
    if (name === "stored") { page.now.size = Math.max(page.now.size, given.size); told.stored.push(given.last); }
    // Whoever meets another story adds theirs after it, and writes without the pen.
    if (name === "conflict") { told.conflicts += 1; wait(() => press(conflictSheet(page, given, () => {}), "r-after"), 20); }
    if (name === "pen") wait(() => press(penSheet(page, given), "r-over"), 20);
    if (name === "refused") told.refused.push(given.why);
  });
  page.outbox = outbox;
  await outbox.open();
  globalThis.box = outbox;
  globalThis.tap = async (text) => { await outbox.put({ event: { do: "note", text } }, text, page.now.size); return true; };
  globalThis.left = () => outbox.waiting.length;
  globalThis.told = () => told;
  return outbox.entries.length;
};
true
