// The link of those who watch as a code, for a wall or for a friend. The device keeps the link itself; the service does not.

import { make } from "./dom.js";
import { tellText } from "./send.js";

export function kept(record) {
  try {
    const found = JSON.parse(localStorage.getItem("qm-watched"));
    return found?.record === record ? found.token : null;
  } catch { return null; }
}

// The picture of the code; null where this device does not have the link.
export async function code(record) {
  const token = kept(record);
  if (!token) return null;
  try {
    const svg = await tellText("/me/code", { token });
    return make("img", { class: "qr", src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: "QR code of the link for those who watch" });
  } catch { return null; }
}
