import { Button } from '@mantine/core';

interface DecisionButtonsProps {
  readonly may: { readonly approve: boolean; readonly refuse: boolean };
  readonly approve: string;
  readonly refuse: string;
  readonly onAsk: (decision: 'approve' | 'refuse') => void;
}

/** The decisions that the person may make; a dialog asks for confirmation. */
export function DecisionButtons({ may, approve, refuse, onAsk }: DecisionButtonsProps) {
  return (
    <>
      {may.approve && <Button onClick={() => onAsk('approve')}>{approve}</Button>}
      {may.refuse && (
        <Button variant="default" onClick={() => onAsk('refuse')}>
          {refuse}
        </Button>
      )}
    </>
  );
}
