import { useSyncExternalStore } from 'react';

/** From this width on, the sections fit next to the content; `frame.css` uses the same width. */
const wide = window.matchMedia('(min-width: 901px)');

/** Whether the sections are shown next to the content; otherwise they open from the top bar. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      wide.addEventListener('change', changed);
      return () => wide.removeEventListener('change', changed);
    },
    () => wide.matches,
  );
}
