import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Note } from '../../parts/note.tsx';
import type { Try } from './payment.ts';
import { payment_texts } from './payment-texts.ts';
import { useMoney } from './use-money.ts';

type Decision = NonNullable<Try['decision']>;

/** A decision about a payment's money that awaits a second person, with the actions for that person. */
export function WaitingDecision({ decision }: { readonly decision: Decision }) {
  const texts = useTexts(payment_texts);
  const money = useMoney(decision.currency);
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  const [asked, setAsked] = useState<'approve' | 'refuse' | null>(null);
  const { id, verdict, note, proof, made_by, amount, may } = decision;
  const decide = async (wanted: 'approve' | 'refuse'): Promise<void> => {
    await read(
      api.POST('/dashboard/api/{merchant_id}/{mode}/held-decisions/{id}/approval', {
        params: { path: { ...path, id } },
        body: { decision: wanted },
      }),
    );
    await query_client.invalidateQueries({ queryKey: keyOf('payments') });
  };
  const words = texts.decision_about(made_by, texts.verdicts[verdict], money(amount));
  return (
    <div className="payment-note">
      <Note tone="warn" title={texts.decision_title}>
        <p>{words}</p>
        <p className="quiet">{[note, proof].filter((part) => part !== null).join(' · ')}</p>
        {may.refuse && !may.approve && <p>{texts.decision_own}</p>}
        {(['approve', 'refuse'] as const)
          .filter((verb) => may[verb])
          .map((verb) => (
            <Button
              key={verb}
              mr={8}
              variant={verb === 'approve' ? 'filled' : 'default'}
              onClick={() => setAsked(verb)}
            >
              {texts[verb]}
            </Button>
          ))}
      </Note>
      {asked !== null && (
        <ConfirmDialog
          is_open
          title={texts.decision_title}
          action={texts[asked]}
          onConfirm={() => decide(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{words}</p>
          <p>{asked === 'approve' ? texts.approve_about : texts.refuse_about}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
