import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { Note } from '../../parts/note.tsx';
import { ResolveDialog, type Verdict } from '../payments/resolve-dialog.tsx';
import { stuck_texts } from './stuck-texts.ts';
import { useMoneyText } from './use-money-text.ts';
import { type PayoutDetail, usePayoutVerbs } from './verbs.ts';

/** Causes of a review that have their own text: the account cannot pay out, or the operator contradicted itself. */
const causes = [
  'cannot_send',
  'failed_after_success',
  'accepted_after_failure',
  'paid_after_reversal',
  'reversed_in_part',
  'paid_after_failure',
] as const;

/** Explains why a payout needs review, and records a person's finding. */
export function StuckNote({
  detail: { payout, mismatch, sending, verdicts },
}: {
  readonly detail: PayoutDetail;
}) {
  const texts = useTexts(stuck_texts);
  const { may } = useFrame();
  const { resolve } = usePayoutVerbs();
  const moneyText = useMoneyText();
  /** The verdicts that were possible when the dialog was opened: somebody else may act first. */
  const [offered, setOffered] = useState<readonly Verdict[] | null>(null);
  const { status, state } = payout;
  const is_back = status === 'failed' || status === 'reversed';
  const cause = causes.find((one) => one === sending.unknown_cause) ?? 'unknown';
  return (
    <>
      {state === 'success' && verdicts.length > 0 && may('payouts:resolve') && (
        <p>
          <Button variant="default" onClick={() => setOffered(verdicts)}>
            {texts.record_reversal}
          </Button>
        </p>
      )}
      {state === 'stuck' && (
        <Note tone="warn" title={texts.title}>
          <p>{mismatch === null ? texts[cause] : texts.mismatch(moneyText(mismatch), moneyText(payout))}</p>
          {cause !== 'cannot_send' && (
            <>
              {status !== 'success' && <p>{is_back ? texts.given_back : texts.reserved}</p>}
              <p className="stuck-reference">
                {texts.ask_with}{' '}
                <CopyText text={sending.provider_reference ?? sending.reference} label={texts.reference} />
              </p>
            </>
          )}
          {may('payouts:resolve') ? (
            <Button mt={8} onClick={() => setOffered(verdicts)}>
              {texts.resolve}
            </Button>
          ) : (
            <p>{texts.not_you}</p>
          )}
        </Note>
      )}
      {offered !== null && (
        <ResolveDialog
          verdicts={offered}
          title={offered.length === 1 ? texts.record_reversal : texts.resolve}
          words={texts.verdicts}
          save={async (finding) => (await resolve(payout.id, finding)).state}
          onClose={() => setOffered(null)}
        />
      )}
    </>
  );
}
