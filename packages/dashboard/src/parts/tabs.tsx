import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import './tabs.css';

/** The pages of one section, each a link with its own URL. */
export function Tabs({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a narrow screen the current tab must be visible on each page
  useEffect(() => {
    const { current } = nav;
    const tab = current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (current && tab) current.scrollLeft = tab.offsetLeft - (current.clientWidth - tab.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav className="tabs" aria-label={label} ref={nav}>
      {children}
    </nav>
  );
}
