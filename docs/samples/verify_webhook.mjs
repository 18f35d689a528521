// Is a request that came in one of Batchbell's webhooks? Node.js 18 or newer, no packages.

import { createHmac, timingSafeEqual } from "node:crypto";

const TOLERANCE_MS = 300_000;

// `headers`: with names in lower case, as Node.js gives them. `body`: a Buffer of the raw body, byte for byte as received.
export function isGenuine(secret, headers, body) {
  const timestamp = headers["x-webhook-timestamp"] ?? "";
  if (!/^[0-9]+$/.test(timestamp) || Math.abs(Date.now() - Number(timestamp)) > TOLERANCE_MS) {
    return false;
  }
  const digest = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("base64");
  const expected = Buffer.from(`sha256=${digest}`);
  const received = Buffer.from(headers["x-webhook-signature"] ?? "");
  return expected.length === received.length && timingSafeEqual(expected, received);
}
