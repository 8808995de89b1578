import { Menu } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { MenuButton } from './late-menu.tsx';

interface OpenMenuProps {
  readonly button: MenuButton;
  /** In px. */
  readonly width: number;
  readonly position: 'bottom-start' | 'bottom-end';
  readonly children: ReactNode;
}

/** A menu that opens as it is rendered, replacing a button that has just been pressed. */
export function OpenMenu({ button, children, ...place }: OpenMenuProps) {
  const target = useRef<HTMLButtonElement>(null);
  const [is_open, setOpen] = useState(false);
  useEffect(() => {
    // The pressed button was removed and took the focus with it; the menu returns the focus to this button.
    target.current?.focus({ preventScroll: true });
    setOpen(true);
  }, []);
  return (
    <Menu
      opened={is_open}
      onChange={setOpen}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      {...place}
    >
      <Menu.Target>
        <button type="button" {...button} ref={target} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
