/** So long it is waited at most. */
const timeout_ms = 2_000;

/** Does something once the page has nothing else to do. @returns a function that cancels it */
export function whenIdle(act: () => void): () => void {
  // Safari has no such callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 200);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(act, { timeout: timeout_ms });
  return () => window.cancelIdleCallback(handle);
}
