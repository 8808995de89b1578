import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ShownOnce } from './shown-once.tsx';
import { type Endpoint, useWebhookVerbs } from './webhooks.ts';
import { webhooks_texts } from './webhooks-texts.ts';

interface RotateDialogProps {
  readonly endpoint: Endpoint;
  readonly is_open: boolean;
  readonly onClose: () => void;
}

/**
 * Gives an endpoint a new secret. This component is always rendered, because the secret is shown after the dialog
 * has closed.
 */
export function RotateDialog({ endpoint, is_open, onClose }: RotateDialogProps) {
  const texts = useTexts(webhooks_texts);
  const verbs = useWebhookVerbs();
  const [hours, setHours] = useState('24');
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <ConfirmDialog
        is_open={is_open}
        title={texts.rotate}
        action={texts.rotate}
        words={{ conflict: texts.too_many }}
        onConfirm={async () =>
          setSecret((await verbs.rotate(endpoint.id, Number(hours || Number.NaN))).secret)
        }
        onClose={onClose}
        fields={['overlap_hours']}
      >
        {(wordsAt) => (
          <>
            <p>{texts.rotate_about}</p>
            <TextInput
              label={texts.overlap}
              value={hours}
              onChange={(event) => setHours(event.target.value.trim())}
              inputMode="numeric"
              error={wordsAt('overlap_hours')}
            />
          </>
        )}
      </ConfirmDialog>
      {secret !== null && (
        <ShownOnce
          title={texts.secret_title}
          about={texts.secret_about}
          secret={secret}
          done={texts.kept}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}
