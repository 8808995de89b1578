import type { CallbackCall } from './contract.ts';

/** Longer than a service that works needs to answer. */
const timeout_ms = 10_000;

/** Sends a callback for real, once. What becomes of it is said on the console, and nowhere else. */
export function sendCallback({ method, url, headers, body }: CallbackCall): void {
  fetch(url, { method, headers, body, redirect: 'manual', signal: AbortSignal.timeout(timeout_ms) })
    .then(async (response) => {
      await response.arrayBuffer();
      if (!response.ok) console.warn(`callback to ${url} was answered with ${response.status}`);
    })
    .catch((error: unknown) => {
      console.warn(`callback to ${url} did not arrive: ${error instanceof Error ? error.message : error}`);
    });
}
