/** After this long without input, automatic requests no longer keep the session open. */
const attended_ms = 5 * 60 * 1000;

let touched_at_ms = performance.now();

/** Starts to record each use of the page. */
export function watchAttendance(): void {
  for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const) {
    window.addEventListener(
      kind,
      () => {
        touched_at_ms = performance.now();
      },
      { capture: true, passive: true },
    );
  }
}

/** The header that marks a request as automatic; none while somebody is using the page. */
export function attendance(): Readonly<Record<string, string>> {
  return performance.now() - touched_at_ms > attended_ms ? { 'x-guichet-unattended': '1' } : {};
}
