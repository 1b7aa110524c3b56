// Photos of the table as evidence: taken or chosen, made smaller on the device, and shown beside the claim.

import { button, choices, field, MAIN, make, put, small, waiting } from "./dom.js";
import { send } from "./send.js";

// A photo takes its time on a slow line.
const SLOW = 70000;
const SIDE = 2048;
const QUALITY = 0.85;
export const SEES = [["public", "everybody"], ["parties", "players and officials"], ["officials", "officials only"]];

// A picture of the usual size, upright, with nothing of the file but what is seen. No address is made of it.
async function smaller(file) {
  const whole = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, SIDE / Math.max(whole.width, whole.height));
  const canvas = make("canvas", { width: Math.max(1, Math.round(whole.width * scale)), height: Math.max(1, Math.round(whole.height * scale)), class: "photo", role: "img", "aria-label": "The photo to be sent" });
  const drawing = canvas.getContext("2d");
  drawing.fillStyle = "#fff";
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.drawImage(whole, 0, 0, canvas.width, canvas.height);
  whole.close();
  const blob = await new Promise((done) => { canvas.toBlob(done, "image/jpeg", QUALITY); });
  return { canvas, blob };
}

const letters = (blob) => new Promise((done, failed) => {
  const reader = new FileReader();
  reader.onload = () => done(reader.result.split(",")[1]);
  reader.onerror = () => failed(reader.error);
  reader.readAsDataURL(blob);
});

// Two ways to a picture, and the picture. `chosen()` gives its bytes as letters, or null.
export function picker(trouble) {
  const shown = make("div", { class: "photo-shown", role: "status" });
  let blob = null;
  const take = async (file) => {
    if (!file) return;
    put(shown, "Making it smaller …");
    try {
      const made = await smaller(file);
      blob = made.blob;
      put(trouble);
      put(shown, made.canvas, make("p", { class: "tiny" }, `${made.canvas.width} × ${made.canvas.height}, ${Math.ceil(blob.size / 1024)} KB. Place, time and device of the file are not sent.`));
    } catch {
      blob = null;
      put(shown);
      put(trouble, "This browser cannot read that file as a picture. Take a photo, or choose a JPEG or PNG.");
    }
  };
  const way = (words, more) => {
    const input = make("input", { type: "file", accept: "image/*", class: "hide", tabindex: "-1", "aria-hidden": "true", onchange: (event) => take(event.target.files[0]), ...more });
    return [button(words, () => input.click(), "btn"), input];
  };
  const node = make("div", { class: "stack" }, make("div", { class: "row" }, way("Take a photo", { capture: "environment", "data-photo": "take" }), way("Choose a picture", { "data-photo": "choose" })), shown);
  return { node, chosen: async () => (blob ? letters(blob) : null) };
}

// What was added already, each as a picture with its words.
export function gallery(path, photos) {
  if (!photos?.length) return null;
  const shown = (one) => {
    const words = [one.by, one.text && `“${one.text}”`].filter(Boolean).join(": ");
    const source = `/api/v1${path}/photos/${one.seq}`;
    return make("figure", { class: "photo-card" }, make("a", { href: source, target: "_blank", rel: "noopener", "aria-label": `Photo of line ${one.seq}, large` }, make("img", { src: source, alt: `Photo${words ? ` by ${words}` : ""}`, loading: "lazy", class: "photo" })),
      make("figcaption", { class: "tiny" }, `line ${one.seq}${words ? ` · ${words}` : ""}`));
  };
  return make("div", { class: "row" }, photos.map(shown));
}

// The sheet of a phone at the table: a seat for itself, an official for themselves, a scribe for whoever shows it.
export function openPhoto(table, claim) {
  const trouble = waiting();
  const pick = picker(trouble);
  const text = make("input", { maxlength: 500, autocomplete: "off" });
  const named = ["scribe", "desk"].includes(table.now.role);
  let see = "public", by = table.now.players[0].seat, busy = false;
  const go = async () => {
    if (busy) return;
    busy = true;
    try {
      const photo = await pick.chosen();
      if (!photo) { put(trouble, "Nothing was sent: take a photo first."); return; }
      const answer = await send(table.path("/photos"), { dispute: claim.seq, photo, text: text.value.trim(), see, over: true, ...(named ? { by } : {}) }, { expect: table.now.size, fixed: true, time: SLOW });
      table.closeSheet();
      table.notice("sent", `The photo was added to ${claim.label}. It is line ${answer.last}.`);
      table.refresh(answer);
    } catch (problem) {
      put(trouble, problem.words ?? String(problem), " The photo is still here.");
    } finally { busy = false; }
  };
  table.openSheet(`A photo for ${claim.label}`, [pick.node, named ? choices("Who shows it?", table.now.players.map((one) => [one.seat, one.name]), by, (value) => { by = value; }) : null, field("What it shows", text),
    choices("Who may see it?", SEES, see, (value) => { see = value; }, "faces three"), trouble].filter(Boolean),
  [small("It is kept beside the record, which holds its digest: nobody can exchange it later."), button(named ? `Add the photo to ${claim.label}` : `Add the photo as ${table.now.you}`, go, MAIN)]);
}
