// Passkeys: what the service asks for, in the form that the browser wants, and back again.

import { change, Problem, tell } from "./send.js";

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const refused = () => new Problem({ type: "/problems/refused", status: 422, detail: "the passkey was not shown", mend: "try it again, or ask at the desk for a new link" });

// The answer of the passkey that a link asks for.
export async function shown(options) {
  const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: options.allowCredentials.map((each) => ({ ...each, id: bytes(each.id) })) };
  let found;
  try { found = await navigator.credentials.get({ publicKey }); } catch { throw refused(); }
  const { clientDataJSON, authenticatorData, signature } = found.response;
  return { id: text(found.rawId), client: text(clientDataJSON), data: text(authenticatorData), signature: text(signature) };
}

// Makes a passkey for the link of this device; from then on it opens only with it.
export async function made() {
  const { options } = await tell("/me/passkey", {});
  const publicKey = { ...options, challenge: bytes(options.challenge), user: { ...options.user, id: bytes(options.user.id) } };
  let found;
  try { found = await navigator.credentials.create({ publicKey }); } catch { throw refused(); }
  await change("/me/passkey", { client: text(found.response.clientDataJSON), attestation: text(found.response.attestationObject) });
}
