import { useEffect, useState } from 'react';

/** The last focused element outside menus and dialogs. A menu or dialog that opens was opened from this element. */
let last_focused: HTMLElement | null = null;

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLElement && !target.closest('[role=dialog], [role=menu]')) last_focused = target;
});

/**
 * Placed in a dialog; returns the focus to the opener when the dialog is removed. Mantine itself does so only if
 * the dialog is closed, and not if it is unmounted. If another dialog opens next, Mantine would also take the focus
 * away from it.
 */
export function FocusBack() {
  const [opener] = useState(() => last_focused);
  useEffect(
    () => () => {
      // If another element has taken the focus by then, it keeps the focus.
      setTimeout(() => {
        if (document.activeElement === document.body && opener?.isConnected) opener.focus();
      });
    },
    [opener],
  );
  return null;
}
