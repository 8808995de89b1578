import { useEffect, useState } from 'react';

/** The element outside of menus and dialogs that was focused last, from which they are opened. */
let last_focused: HTMLElement | null = null;

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && !target.closest('[role=dialog], [role=menu]')) last_focused = target;
});

/**
 * Placed in a dialog; returns the focus to the opener when the dialog is removed. Mantine itself does so only for a
 * dialog that is closed, not for one that is unmounted, and takes the focus away from a dialog that opens next.
 */
export function FocusBack() {
  const [opener] = useState(() => last_focused);
  useEffect(
    () => () => {
      // Another element may have taken the focus by then, and keeps it.
      setTimeout(() => {
        if (document.activeElement === document.body && opener?.isConnected) opener.focus();
      });
    },
    [opener],
  );
  return null;
}
