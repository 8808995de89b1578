import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { useSaveFinding } from './open-questions.tsx';
import type { Try } from './payment.ts';
import { payment_texts } from './payment-texts.ts';
import { ResolveDialog } from './resolve-dialog.tsx';

interface RecordReversalProps {
  readonly payment_id: string;
  /** The attempt that paid; undefined if none did. */
  readonly paid: Try | undefined;
}

/** Records a reversal by the operator that only its statement shows. */
export function RecordReversal({ payment_id, paid }: RecordReversalProps) {
  const texts = useTexts(payment_texts);
  const { may } = useFrame();
  const save = useSaveFinding(payment_id);
  const [is_open, setOpen] = useState(false);
  if (!paid?.verdicts.includes('reversed') || !may('payments:resolve')) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.record_reversal}
      </Button>
      {is_open && (
        <ResolveDialog
          verdicts={['reversed']}
          title={texts.record_reversal}
          words={texts.verdicts}
          save={(finding) => save(paid.id, finding)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
