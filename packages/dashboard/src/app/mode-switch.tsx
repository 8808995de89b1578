import { Link, useLocation } from '@tanstack/react-router';
import { useTexts } from '../language/use-language.tsx';
import { frame_texts } from './texts.ts';
import { useFrame } from './use-frame.ts';

const modes = ['test', 'live'] as const;

/**
 * The switch between test and live mode. It leads to the same page in the other mode; from a detail page, which
 * exists in one mode only, it leads to the section.
 */
export function ModeSwitch() {
  const texts = useTexts(frame_texts);
  const { mode, path } = useFrame();
  const section = useLocation({ select: ({ pathname }) => sectionOf(pathname) });
  return (
    <nav className="mode-switch" aria-label={texts.mode}>
      {modes.map((one) => (
        <Link
          key={one}
          to={`/$merchant_id/$mode/${section}` as '/$merchant_id/$mode'}
          params={{ ...path, mode: one }}
          data-mode={one}
          aria-current={one === mode ? 'true' : undefined}
          activeProps={{ 'aria-current': one === mode ? 'true' : undefined }}
        >
          {texts[one]}
        </Link>
      ))}
    </nav>
  );
}

/** Pages that exist in one mode only; the section's first page replaces them. */
const of_one_mode = ['sandbox', 'trial', 'go-live'];

/**
 * The part of a path that exists in both modes: `developers/webhooks` of `/mer_1/test/developers/webhooks/we_1`.
 * Ids contain an underscore.
 */
export function sectionOf(pathname: string): string {
  const names = pathname.split('/').slice(3);
  const end = names.findIndex((name) => name.includes('_') || of_one_mode.includes(name));
  return names.slice(0, end < 0 ? undefined : end).join('/');
}
