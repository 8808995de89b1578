import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readAuth, sendAuth } from '../../api/auth.ts';
import { addPasskey, knowsPasskeys } from '../../api/passkey.ts';
import { ApiProblem } from '../../api/problem.ts';
import { useRefreshMe } from '../../app/use-refresh-me.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { When } from '../../parts/when.tsx';
import { describeDevice } from './describe-device.ts';
import { security_page_texts } from './page-texts.ts';
import { useSecurityWords } from './use-words.ts';

interface Passkey {
  readonly id: string;
  readonly name?: string | null;
  readonly createdAt?: string | null;
}

const query_key = ['passkeys'] as const;

/** The person's passkeys, with actions to add and remove them. */
export function Passkeys() {
  const { passkeys: texts } = useTexts(security_page_texts);
  const passkeys = useQuery({
    queryKey: query_key,
    queryFn: () => readAuth<readonly Passkey[]>('/passkey/list-user-passkeys'),
  });
  const [leaving, setLeaving] = useState<Passkey | null>(null);
  const [is_adding, setAdding] = useState(false);
  const query_client = useQueryClient();
  const refreshMe = useRefreshMe();
  const refresh = async (): Promise<void> => {
    await query_client.invalidateQueries({ queryKey: query_key });
    await refreshMe();
  };
  const nameOf = (passkey: Passkey | null): string => passkey?.name || texts.unnamed;
  return (
    <section className="card">
      <h2>{texts.title}</h2>
      <p className="quiet">{texts.about}</p>
      <QueryView query={passkeys} lines={1}>
        {(all) =>
          all.length === 0 ? (
            <p>{texts.none}</p>
          ) : (
            <ul className="key-list">
              {all.map((passkey) => (
                <li key={passkey.id}>
                  <div>
                    {nameOf(passkey)}
                    {passkey.createdAt && (
                      <small>
                        {texts.added} <When at={passkey.createdAt} />
                      </small>
                    )}
                  </div>
                  <Button variant="default" size="sm" onClick={() => setLeaving(passkey)}>
                    {texts.remove}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      {knowsPasskeys() ? (
        <Button variant="default" onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
      ) : (
        <p className="quiet">{texts.unsupported}</p>
      )}
      <AddPasskey is_open={is_adding} onClose={() => setAdding(false)} onAdded={refresh} />
      <ConfirmDialog
        is_open={leaving !== null}
        title={texts.remove}
        action={texts.remove}
        is_dangerous
        onConfirm={() => sendAuth('/passkey/delete-passkey', { id: leaving?.id }).then(refresh)}
        onClose={() => setLeaving(null)}
      >
        <p>{texts.remove_about(nameOf(leaving))}</p>
      </ConfirmDialog>
    </section>
  );
}

interface AddPasskeyProps {
  readonly is_open: boolean;
  readonly onClose: () => void;
  readonly onAdded: () => Promise<unknown>;
}

function AddPasskey({ is_open, onClose, onAdded }: AddPasskeyProps) {
  const { passkeys: texts } = useTexts(security_page_texts);
  const words = useSecurityWords();
  const [name, setName] = useState(() => describeDevice(navigator.userAgent) ?? texts.unnamed);
  const add = async (): Promise<void> => {
    await addPasskey(name.trim()).catch((error: unknown) => {
      // Replaces the device's own error, which is not written for people.
      if (error instanceof DOMException)
        throw new ApiProblem(400, { code: 'refused', message: texts.failed }, null);
      throw error;
    });
    await onAdded();
  };
  return (
    <ConfirmDialog
      is_open={is_open}
      title={texts.add}
      action={texts.add}
      words={words}
      onConfirm={add}
      onClose={onClose}
      fields={['name']}
    >
      {(wordsAt) => (
        <TextInput
          label={texts.name}
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={60}
          required
          withAsterisk={false}
          data-autofocus
          error={wordsAt('name')}
        />
      )}
    </ConfirmDialog>
  );
}
