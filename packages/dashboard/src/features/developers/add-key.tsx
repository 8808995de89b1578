import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { type KeyFields, KeyForm } from './key-form.tsx';
import type { KeyScope } from './key-scopes.ts';
import { keys_texts } from './keys-texts.ts';
import { ShownOnce } from './shown-once.tsx';

interface AddKeyProps {
  readonly is_open: boolean;
  /** The permissions that the person may give a key. */
  readonly grantable: readonly KeyScope[];
  /** The default permissions of a key. */
  readonly usual: readonly KeyScope[];
  readonly onAdded: () => Promise<unknown>;
  readonly onClose: () => void;
}

const blank: KeyFields = { name: '', scopes: null, days: '', addresses: '' };
const day_ms = 24 * 60 * 60 * 1000;

/** Asks for a name and what the key may do, then shows the new key once. */
export function AddKey({ is_open, grantable, usual, onAdded, onClose }: AddKeyProps) {
  const texts = useTexts(keys_texts);
  const { path } = useFrame();
  const [fields, setFields] = useState(blank);
  const [key, setKey] = useState<string | null>(null);
  const { name, scopes, days, addresses } = fields;
  const add = async (): Promise<void> => {
    const list = addresses.split(/[\s,]+/).filter((one) => one !== '');
    const body = {
      name,
      scopes: [...(scopes ?? usual)],
      expires_at: days === '' ? null : new Date(Date.now() + Number(days) * day_ms).toISOString(),
      addresses: list.length === 0 ? null : list,
    };
    const call = api.POST('/dashboard/api/{merchant_id}/{mode}/keys', { params: { path }, body });
    setKey((await read(call)).key);
    setFields(blank);
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
        fields={['name', 'scopes', 'expires_at', 'addresses']}
      >
        {(wordsAt) => (
          <KeyForm
            {...{ fields, grantable, usual, wordsAt }}
            onChange={(changed) => setFields({ ...fields, ...changed })}
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
