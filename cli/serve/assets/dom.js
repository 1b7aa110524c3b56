// Small helpers for pages. Text is always set as text: nothing that people wrote becomes markup.

export const find = (selector) => document.querySelector(selector);

// An element: make("p", { class: "small" }, "words", other). A property that begins with "on" is a listener.
export function make(name, properties = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, "");
    else node.setAttribute(key, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const put = (node, ...children) => node.replaceChildren(...children.flat().filter(Boolean));

export const small = (...words) => make("p", { class: "small" }, ...words);

export const panel = (...children) => make("section", { class: "panel stack" }, ...children);

// A place for what went wrong; it is read out when something does.
export const waiting = () => make("p", { class: "note bad-words", role: "status" });

// The look of the one button that most people want.
export const MAIN = "btn main wide tall";

export const button = (words, onclick, look = "btn", more = {}) => make("button", { type: "button", class: look, onclick, ...more }, words);

// A labelled field; `input` is the element itself.
export function field(words, input) {
  input.classList.add("field");
  input.id ||= `field-${++field.count}`;
  return make("div", {}, make("label", { class: "label", for: input.id }, words), input);
}
field.count = 0;

// A row of answers of which one is chosen.
export function choices(words, answers, chosen, onchoose, look = "faces two") {
  const buttons = answers.map(([value, text]) =>
    button(text, () => { pick(value); onchoose(value); }, "choice", { "data-value": value, "aria-pressed": String(value === chosen) }));
  const pick = (value) => buttons.forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.value === value)));
  return make("div", {}, make("span", { class: "label" }, words), make("div", { class: look, role: "group", "aria-label": words }, buttons));
}
