// What the page holds: lists that steps and views share, and how to get a step out of them again.
const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const words = (number) => data.texts[number];
const viewers = [...new Set(data.views.map((one) => one.as))];
const MARK = { broken: "✗", open: "?", settled: "✓" };

const make = (tag, text, kind) => {
  const node = document.createElement(tag);
  if (text !== undefined) node.textContent = text;
  if (kind) node.className = kind;
  return node;
};
const nameOf = (who) => data.about.people[who] || { official: "everything", table: "the table" }[who] || who;

// Numbers out of a short text: a letter of the first half says that another digit follows.
const ALPHABET = [...Array(94).keys()].map((code) => String.fromCharCode(code + 33)).filter((letter) => !"\"&'<\\".includes(letter)).join("").slice(0, -1);
const HALF = ALPHABET.length / 2, DIGITS = new Map([...ALPHABET].map((letter, digit) => [letter, digit]));
function unpacked(text) {
  const found = [];
  let number = 0, unit = 1;
  for (const letter of text) {
    const digit = DIGITS.get(letter);
    number += (digit % HALF) * unit;
    unit *= HALF;
    if (digit >= HALF) { found.push(number); number = 0; unit = 1; }
  }
  return found;
}

// Lists of a list that were read already.
const lazily = (texts, read) => { const kept = []; return (number) => (kept[number] === undefined ? (kept[number] = read(unpacked(texts[number]))) : kept[number]); };
const splice = lazily(data.splices, (numbers) => numbers);
const list = lazily(data.lists, (numbers) => numbers.map(words));
const drawn = lazily(data.drawings, (numbers) => numbers.map((tag) => data.tags[tag]).join(""));

// A value that is worked out when somebody asks for it: most views are never looked at.
const later = (node, name, work) => Object.defineProperty(node, name, { configurable: true, get() { const value = work(); Object.defineProperty(node, name, { value }); return value; } });

// A view as the script works with it. A table is kept as what changed since the one before: `table` follows that.
class View {
  constructor(given) {
    Object.assign(this, { as: given.as, timeline: given.timeline, hindsight: given.hindsight, sizes: given.sizes, remarks: given.remarks, films: {} });
    const row = (name) => unpacked(data.rows[given[name]]);
    for (const name of ["turns", "rounds", "groups", "headings", "seq", "text"]) later(this, name, () => row(name));
    for (const name of ["by", "at"]) later(this, name, () => row(name).map((number) => (number ? words(number - 1) : "")));
    for (const name of ["changes", "marks"]) later(this, name, () => (name in given ? row(name) : []));
    for (const name of ["board", "narrow", "wide", "phone"]) if (name in given) this.films[name] = later({ tables: [] }, "row", () => row(name));
    later(this, "length", () => this.seq.length);
    later(this, "stops", () => Object.keys(this.remarks).filter((place) => this.remarks[place].findings).map(Number).sort((a, b) => a - b));
  }

  table(name, place) {
    const { row, tables } = this.films[name];
    for (let next = tables.length; next <= place; next += 1) tables.push(spliced(next ? tables[next - 1] : [], splice(row[next])));
    return tables[place];
  }

  changed(place) { return list(this.changes[place]); }

  marked(place) { return this.marks.length ? list(this.marks[place]) : []; }

  sentence(place) { return words(this.text[place]); }

  remark(place) { return this.remarks[place] || {}; }

  placeOf(seq) {
    const exact = this.seq.indexOf(seq);
    if (exact >= 0) return exact;
    let best = 0;
    this.seq.forEach((one, index) => { if (one <= seq && one >= this.seq[best]) best = index; });
    return best;
  }
}

// A list made of another: how many stay, how many go and come as one number, those that come, and so on.
function spliced(old, changes) {
  if (!changes.length) return old;
  const found = [];
  let from = 0;
  for (let at = 0; at < changes.length;) {
    const pair = changes[at + 1], both = Math.floor((Math.sqrt(8 * pair + 1) - 1) / 2), come = pair - (both * (both + 1)) / 2;
    for (const end = from + changes[at]; from < end; from += 1) found.push(old[from]);
    for (let next = at + 2; next < at + 2 + come; next += 1) found.push(changes[next]);
    from += both - come;
    at += 2 + come;
  }
  for (; from < old.length; from += 1) found.push(old[from]);
  return found;
}

const views = data.views.map((one) => new View(one));

// The nearest view that is there: a page for one seat has few of them.
function nearest(wanted) {
  const fits = (one, keys) => keys.every((key) => one[key] === wanted[key]);
  for (const keys of [["as", "timeline", "hindsight"], ["as", "timeline"], ["as"], []]) {
    const found = views.find((one) => fits(one, keys));
    if (found) return found;
  }
  return views[0];
}

function worst(remark) {
  const kinds = (remark.findings || []).map((finding) => finding.kind);
  return Object.keys(MARK).find((kind) => kinds.includes(kind)) || "";
}

function sign(remark) {
  const kind = worst(remark);
  return kind ? MARK[kind] : remark.corrected ? remark.corrected[0] : remark.waiting ? "…" : remark.notes ? "✎" : "";
}
