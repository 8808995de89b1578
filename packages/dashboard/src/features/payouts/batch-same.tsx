import { Link } from '@tanstack/react-router';
import { useFrame } from '../../app/use-frame.ts';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { formatTime } from '../../parts/format-time.ts';
import { Note } from '../../parts/note.tsx';
import { bulk_page_texts } from './bulk-page-texts.ts';
import type { PayoutBatchDetail } from './bulk-verbs.ts';

/**
 * Points out to the person who confirms or approves a file that the same content was uploaded before; empty if it
 * was not.
 */
export function BatchSame({ detail: { batch, same_as } }: { readonly detail: PayoutBatchDetail }) {
  const texts = useTexts(bulk_page_texts);
  const { language } = useLanguage();
  const { path } = useFrame();
  if (same_as === null) return null;
  const is_confirmed = same_as.status === 'confirmed';
  const is_waiting = batch.states.some(({ state }) => state === 'waiting');
  if (batch.status !== 'checked' && !(is_waiting && is_confirmed)) return null;
  return (
    <Note
      tone={is_confirmed ? 'bad' : 'warn'}
      title={texts.same_title(same_as.made_by, formatTime(same_as.created_at, language, 'short'))}
    >
      <p>{is_confirmed ? texts.same_confirmed : texts.same_checked}</p>
      <p>
        <Link to="/$merchant_id/$mode/payouts/bulk/$batch_id" params={{ ...path, batch_id: same_as.id }}>
          {texts.same_link}
        </Link>
      </p>
    </Note>
  );
}
