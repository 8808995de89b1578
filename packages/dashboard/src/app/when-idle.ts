/** The maximum wait. */
const timeout_ms = 2_000;

/** Runs a function once the page is idle. @returns a function that cancels it */
export function whenIdle(act: () => void): () => void {
  // Safari does not support `requestIdleCallback`.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 200);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(act, { timeout: timeout_ms });
  return () => window.cancelIdleCallback(handle);
}
