import { Checkbox } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { recovery_texts } from './texts.ts';
import { useOpenService } from './use-recovery.ts';

interface OpenDialogProps {
  /** The number of open payments, payouts and refunds about which no inquiry has been made yet. */
  readonly left: number;
  readonly onClose: () => void;
}

/** Asks for confirmation before a restored service resumes sending. */
export function OpenDialog({ left, onClose }: OpenDialogProps) {
  const texts = useTexts(recovery_texts);
  const openService = useOpenService();
  const [anyway, setAnyway] = useState(false);
  return (
    <ConfirmDialog
      is_open
      is_dangerous
      title={texts.open}
      action={texts.open}
      onConfirm={() => openService({ anyway })}
      onClose={(is_done) => {
        if (is_done) notifications.show({ message: texts.opened });
        onClose();
      }}
    >
      <p>{texts.open_about}</p>
      {left > 0 && (
        <Checkbox
          label={texts.anyway(left)}
          checked={anyway}
          onChange={(event) => setAnyway(event.currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
