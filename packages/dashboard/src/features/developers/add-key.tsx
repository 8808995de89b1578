import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { keys_texts } from './keys-texts.ts';
import { ShownOnce } from './shown-once.tsx';

interface AddKeyProps {
  readonly is_open: boolean;
  readonly onAdded: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for a name, then shows the new key once. */
export function AddKey({ is_open, onAdded, onClose }: AddKeyProps) {
  const texts = useTexts(keys_texts);
  const { path } = useFrame();
  const [name, setName] = useState('');
  const [key, setKey] = useState<string | null>(null);
  const add = async (): Promise<void> => {
    const call = api.POST('/dashboard/api/{merchant_id}/{mode}/keys', { params: { path }, body: { name } });
    setKey((await read(call)).key);
    setName('');
    await onAdded();
  };
  return (
    <>
      <ConfirmDialog
        is_open={is_open}
        title={texts.add}
        action={texts.add}
        onConfirm={add}
        onClose={onClose}
        fields={['name']}
      >
        {(wordsAt) => (
          <TextInput
            label={texts.name}
            description={texts.name_hint}
            value={name}
            onChange={(event) => setName(event.target.value)}
            maxLength={100}
            required
            withAsterisk={false}
            data-autofocus
            error={wordsAt('name')}
          />
        )}
      </ConfirmDialog>
      {key !== null && (
        <ShownOnce
          title={texts.made_title}
          about={texts.made_about}
          secret={key}
          done={texts.kept}
          onClose={() => setKey(null)}
        />
      )}
    </>
  );
}
