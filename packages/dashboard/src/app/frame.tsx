import './mantine-frame.css';
import './frame.css';
import { Burger } from '@mantine/core';
import type { NotificationsProps } from '@mantine/notifications';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { type ComponentType, Fragment, useEffect, useRef, useState } from 'react';
import { useTexts } from '../language/use-language.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Brand } from './brand.tsx';
import { keepPlace } from './last-place.ts';
import { LateFailure } from './late-failure.tsx';
import { LiveStart } from './live-start.tsx';
import { makeLate } from './make-late.tsx';
import { MerchantMenu } from './merchant-menu.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import { Navigation } from './navigation.tsx';
import { ProofGate } from './proof-gate.tsx';
import { frame_texts } from './texts.ts';
import { useChanges } from './use-changes.ts';
import { useFrame } from './use-frame.ts';
import { useIsWide } from './use-is-wide.ts';
import { useOnline } from './use-online.ts';
import { useSavedLanguage } from './use-saved-language.ts';
import { whenIdle } from './when-idle.ts';

const SideDrawer = makeLate(() => import('./side-drawer.tsx').then((module) => module.SideDrawer));
const RecoveryNotice = makeLate(() =>
  import('../features/recovery/recovery-notice.tsx').then((module) => module.RecoveryNotice),
);
const Notifications = makeLate(() =>
  import('@mantine/notifications').then(
    (module) => module.Notifications as ComponentType<NotificationsProps>,
  ),
);

/** The frame around every page of a merchant: the merchant, the mode, and the navigation. */
export function Frame() {
  const texts = useTexts(frame_texts);
  const { me, merchant, path, mode } = useFrame();
  const { merchant_id } = path;
  const [is_open, setOpen] = useState(false);
  const [was_opened, setOpened] = useState(false);
  const is_online = useOnline();
  const { is_lost } = useChanges(path);
  // A member who still has to set up a second factor receives no stream of changes.
  const is_deaf = is_lost && !merchant.needs_second_factor;
  const stale = is_online ? is_deaf && texts.lost : texts.offline;
  useSavedLanguage(me);
  useEffect(() => keepPlace({ merchant_id, mode }), [merchant_id, mode]);
  const is_wide = useIsWide();
  const is_idle = useLateParts();
  const content = useContentFocus();
  return (
    <div className="frame" data-mode={mode}>
      <a className="skip" href="#content">
        {texts.skip}
      </a>
      <header className="frame-top">
        {mode === 'test' && <p className="test-band">{texts.test_band}</p>}
        <LiveStart />
        <div className="frame-bar">
          <Burger
            className="frame-burger"
            opened={is_open}
            onClick={() => {
              setOpen(true);
              setOpened(true);
            }}
            aria-label={texts.menu}
            aria-expanded={is_open}
          />
          <div className="frame-brand">
            <Brand />
          </div>
          <MerchantMenu />
          <ModeSwitch />
          <AccountMenu />
        </div>
      </header>
      {is_wide && (
        <aside className="frame-side">
          <Navigation />
        </aside>
      )}
      {was_opened && <SideDrawer is_open={is_open} onClose={() => setOpen(false)} />}
      <main id="content" className="frame-content" tabIndex={-1} ref={content}>
        {stale && (
          <div className="note frame-stale" data-tone="warn" role="status">
            {stale}
          </div>
        )}
        {me.recovering && merchant.scopes.length > 0 && <RecoveryNotice />}
        {/* Each mode has pages of its own: nothing typed, open or shown in one may be taken for the other's. */}
        <Fragment key={`${merchant_id} ${mode}`}>
          <Outlet />
        </Fragment>
      </main>
      <ProofGate />
      <LateFailure />
      {is_idle && <Notifications position="bottom-right" />}
    </div>
  );
}

/**
 * Preloads the parts that the frame can open, as soon as the page is idle. @returns whether the page has been idle
 * yet
 */
function useLateParts(): boolean {
  const [is_idle, setIdle] = useState(false);
  useEffect(
    () =>
      whenIdle(() => {
        setIdle(true);
        const parts = [
          import('./side-drawer.tsx'),
          import('./account-list.tsx'),
          import('./merchant-list.tsx'),
        ];
        // A failure is reported when the part is opened.
        for (const part of parts) part.catch(() => undefined);
      }),
    [],
  );
  return is_idle;
}

/**
 * Moves the focus to the new content after navigation, so that keyboard and screen-reader users start there, as
 * after a page load.
 */
function useContentFocus() {
  const content = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== pathname)
      content.current?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname]);
  return content;
}
