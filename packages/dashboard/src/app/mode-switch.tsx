import { Link, useLocation } from '@tanstack/react-router';
import { useTexts } from '../language/use-language.tsx';
import { frame_texts } from './texts.ts';
import { useFrame } from './use-frame.ts';

const modes = ['test', 'live'] as const;

/** Test or live: the same section in the other mode. What is open stays behind, as it exists in one mode only. */
export function ModeSwitch() {
  const texts = useTexts(frame_texts);
  const { mode, path } = useFrame();
  const section = useLocation({ select: ({ pathname }) => pathname.split('/')[3] ?? '' });
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
