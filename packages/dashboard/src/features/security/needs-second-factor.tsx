import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useRefreshMe } from '../../app/use-refresh-me.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Note } from '../../parts/note.tsx';
import { ProofDialog } from '../proof/proof-dialog.tsx';
import { security_page_texts } from './page-texts.ts';

/** The instructions for a member whose session lacks the second factor that the merchant requires. */
export function NeedsSecondFactor() {
  const { needed: texts } = useTexts(security_page_texts);
  const { me, merchant, mode } = useFrame();
  const everywhere = me.merchant.needs_second_factor;
  const refresh = useRefreshMe();
  const [is_asking, setAsking] = useState(false);
  if (!merchant.needs_second_factor) return null;
  const has_one = me.user.two_factor_enabled || me.user.has_passkey;
  const close = async (is_proven: boolean): Promise<void> => {
    setAsking(false);
    if (is_proven) await refresh();
  };
  return (
    <Note tone="warn" title={texts.title(merchant.name)}>
      {mode === 'live' && !everywhere && <p>{texts.in_live}</p>}
      <p>{has_one ? texts.show_it : texts.set_it_up}</p>
      {has_one && <Button onClick={() => setAsking(true)}>{texts.show}</Button>}
      {is_asking && (
        <ProofDialog user={me.user} is_second_factor onClose={(is_proven) => void close(is_proven)} />
      )}
    </Note>
  );
}
