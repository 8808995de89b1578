import { Link } from '@tanstack/react-router';
import { useTexts } from '../language/use-language.tsx';
import { frame_texts } from './texts.ts';
import { useFrame } from './use-frame.ts';
import { useRead } from './use-read.ts';

/** The first steps in live mode, shown until payments can be accepted. */
export function LiveStart() {
  const texts = useTexts(frame_texts);
  const { mode, path, may } = useFrame();
  const { data: accounts } = useRead(['accounts'], '/accounts', {
    enabled: mode === 'live' && may('settings:read'),
  });
  if (mode !== 'live' || !accounts || accounts.items.some(({ enabled }) => enabled)) return null;
  return (
    <p className="live-start" role="status">
      {texts.no_account}{' '}
      {may('settings:write') ? (
        <Link
          to={`/$merchant_id/$mode/${accounts.items.length === 0 ? 'go-live' : 'settings/accounts'}`}
          params={path}
        >
          {accounts.items.length === 0 ? texts.add_account : texts.see_accounts}
        </Link>
      ) : (
        texts.ask_for_account
      )}
    </p>
  );
}
