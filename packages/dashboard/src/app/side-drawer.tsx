import { CloseButton, Drawer } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTexts } from '../language/use-language.tsx';
import { Brand } from './brand.tsx';
import { Navigation } from './navigation.tsx';
import { frame_texts } from './texts.ts';

interface SideDrawerProps {
  readonly is_open: boolean;
  readonly onClose: () => void;
}

/** The drawer with the sections on a narrow screen, where they do not fit next to the content. */
export function SideDrawer({ is_open, onClose }: SideDrawerProps) {
  const texts = useTexts(frame_texts);
  // Rendered closed first: a drawer that is open from the start does not return the focus.
  const [is_shown, setShown] = useState(false);
  useEffect(() => setShown(is_open), [is_open]);
  return (
    <Drawer.Root opened={is_shown} onClose={onClose} size={280}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={texts.menu}>
        <Drawer.Body>
          <div className="drawer-head">
            <Brand />
            <CloseButton size={44} aria-label={texts.close_menu} onClick={onClose} />
          </div>
          <Navigation onGo={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
