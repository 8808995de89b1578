import { type ButtonHTMLAttributes, type ComponentType, type ReactNode, type Ref, useState } from 'react';

/** The button that opens a menu. */
export interface MenuButton extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly ref?: Ref<HTMLButtonElement>;
}

interface LateMenuProps {
  readonly button: MenuButton;
  /** The menu with its button, open from the start; made by `makeLate`. */
  readonly menu: ComponentType<{ readonly button: MenuButton; readonly fallback: ReactNode }>;
}

/**
 * A menu whose code loads when it is first opened: the code that positions and controls menus would be a large part
 * of the frame.
 */
export function LateMenu({ button, menu: Late }: LateMenuProps) {
  const [is_wanted, setWanted] = useState(false);
  const alone = (
    <button
      type="button"
      {...button}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  );
  if (!is_wanted) return alone;
  return <Late button={button} fallback={alone} />;
}
