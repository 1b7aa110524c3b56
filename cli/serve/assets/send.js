// Questions and lines to the service. Every answer that is no is an error with the words of the service.

import { capital } from "./words.js";

const API = "/api/v1";
const TRIES = [400, 1200, 3000];
// A line without Wi-Fi may leave a call without any answer for minutes: after this time it counts as lost.
export const DEAD = 25000;

export class Problem extends Error {
  constructor(document) {
    super(document.detail);
    Object.assign(this, document);
    this.kind = (document.type || "").split("/").pop();
  }

  // What happened, and what to do next.
  get words() {
    const sentence = (text) => (text ? `${capital(text)}.` : "");
    return `${sentence(this.detail)} ${sentence(this.mend)}`.replaceAll("..", ".").trim();
  }
}

export const away = () =>
  new Problem({ type: "/problems/away", status: 0, detail: "the service did not answer", mend: "stay near the Wi-Fi of the table, then try again" });

// What is no answer of the service, or not the whole of it, says nothing about what was asked.
export async function problemIn(response) {
  const document = await response.json().catch(() => null);
  if (document?.type) return new Problem(document);
  return new Problem({ type: "/problems/unclear", status: response.status, detail: `something answered ${response.status} in place of the service`, mend: "see that the device is in the Wi-Fi of the table, or tell the desk" });
}

async function answer(method, path, body, time) {
  const limit = new AbortController();
  if (time) setTimeout(() => limit.abort(), time);
  const headers = body && { "Content-Type": "application/json" };
  let response;
  try {
    response = await fetch(API + path, { method, headers, body: JSON.stringify(body), cache: "no-store", signal: limit.signal });
  } catch {
    throw away();
  }
  if (!response.ok) throw await problemIn(response);
  return response;
}

async function call(...asked) {
  const response = await answer(...asked);
  return response.status === 204 ? null : response.json().catch(() => { throw away(); });
}

export const ask = (path) => call("GET", path);
// `asked`: the path, the body and, where it can be asked for again, how long to wait.
export const tell = (...asked) => call("POST", ...asked);
export const tellText = async (path, body) => (await answer("POST", path, body)).text();
export const change = (path, body) => call("PUT", path, body);
export const remove = (path) => call("DELETE", path);
export const leave = () => call("DELETE", "/me");

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// Sends a line. A lost answer is asked for again with the same key, so nothing is written twice. `fixed` names what it is
// about by itself (a claim, a statement): then lines that others logged meanwhile do not matter. `bare`: it has no time.
export async function send(path, body, { expect, fixed = false, bare = false, begun = Date.now(), time = DEAD }) {
  const key = newKey();
  let size = expect;
  for (let tries = 0; ; ) {
    try {
      return await tell(path, { ...body, key, expect: size, ...(bare ? {} : { ago: Math.max(0, Date.now() - begun) }) }, time);
    } catch (problem) {
      const moved = problem.kind === "moved-on" && fixed && problem.size > size;
      const lost = [0, 429, 503].includes(problem.status);
      if (!(moved || lost) || tries >= TRIES.length) throw problem;
      if (moved) size = problem.size;
      else await pause(TRIES[tries]);
      tries += 1;
    }
  }
}
