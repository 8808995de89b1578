import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { useSaveFinding } from './open-questions.tsx';
import { payment_texts } from './payment-texts.ts';
import { ResolveDialog } from './resolve-dialog.tsx';

interface RecordReversalProps {
  readonly payment_id: string;
  /** The attempt or the refund that was paid; null where none was. */
  readonly object_id: string | null;
}

/** Takes down that the operator has moved money back, where only its statement says so. */
export function RecordReversal({ payment_id, object_id }: RecordReversalProps) {
  const texts = useTexts(payment_texts);
  const { may } = useFrame();
  const save = useSaveFinding(payment_id);
  const [is_open, setOpen] = useState(false);
  if (object_id === null || !may('payments:resolve')) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.record_reversal}
      </Button>
      {is_open && (
        <ResolveDialog
          verdicts={['reversed']}
          words={texts.verdicts}
          save={(finding) => save(object_id, finding)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
