import { useSyncExternalStore } from 'react';

/** From here on there is room for the sections beside the content; `frame.css` says the same. */
const wide = window.matchMedia('(min-width: 901px)');

/** Whether the sections stand beside the content; otherwise they open from the bar. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      wide.addEventListener('change', changed);
      return () => wide.removeEventListener('change', changed);
    },
    () => wide.matches,
  );
}
