// From the link to the board without a second page to load. The board's parts come while the person still reads what the
// link is for; then they take the place of that page.

let board = null;

// A browser takes the link's page and the board for one page with two addresses: who goes back or on is shown the other.
let shown = location.pathname;
export const follow = () => addEventListener("popstate", () => { if (location.pathname !== shown) location.reload(); });

const leads = (page) => /^\/t\/[^/]+$/.test(page.split("?")[0]);
const styles = (page) => [...page.querySelectorAll("link[rel=stylesheet]")].map((one) => one.getAttribute("href")).join();

// Any table has the same page: it holds no data.
async function fetched() {
  const response = await fetch("/t/-");
  if (!response.ok) return null;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (styles(page) !== styles(document)) return null; // the service was renewed meanwhile
  const script = page.querySelector("script[type=module]").getAttribute("src");
  for (const href of [script, ...[...page.querySelectorAll("link[rel=modulepreload]")].map((one) => one.getAttribute("href"))]) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
  return { body: page.body, title: page.title, script };
}

export function prepare(role) {
  if (["seat", "spectator"].includes(role)) board ??= fetched().catch(() => null);
}

export async function goTo(page) {
  const found = leads(page) ? await board : null;
  if (!found) { location.assign(page); return; }
  history.pushState(null, "", page);
  shown = location.pathname;
  document.title = found.title;
  document.body.replaceWith(document.adoptNode(found.body));
  scrollTo(0, 0);
  try { await import(found.script); } catch { location.reload(); }
}
