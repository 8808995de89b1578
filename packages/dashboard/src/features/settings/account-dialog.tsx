import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { changesOf, keptTexts, type Texts } from './account-settings.ts';
import type { Account, Provider } from './accounts.ts';
import { accounts_texts } from './accounts-texts.ts';
import { SettingFields } from './setting-fields.tsx';
import { useSaveAccount } from './use-save-account.ts';

interface AccountDialogProps {
  readonly providers: readonly Provider[];
  /** The account as it is now; absent for a new one. */
  readonly account?: Account;
  readonly onClose: () => void;
}

/** Asks for a provider's settings. Stored secrets are not shown, and are kept when their field is empty. */
export function AccountDialog({ providers, account, onClose }: AccountDialogProps) {
  const texts = useTexts(accounts_texts);
  const [connector, setConnector] = useState(account?.connector ?? providers[0]?.connector ?? '');
  const [name, setName] = useState(account?.name ?? '');
  const [unchecked, setUnchecked] = useState(false);
  const provider = providers.find((one) => one.connector === connector);
  const kept = keptTexts(provider, account);
  const [typed, setTyped] = useState<Texts>({});
  const settings = provider?.settings ?? [];
  const save = useSaveAccount(account);
  return (
    <ConfirmDialog
      is_open
      title={account ? texts.change : texts.add}
      action={account ? texts.save : texts.add}
      onConfirm={() => save({ connector, name, unchecked, ...changesOf(typed, kept, provider) })}
      onClose={onClose}
      fields={['connector', 'name', ...settings.map(({ field }) => `config.${field}` as const)]}
    >
      {(wordsAt) => (
        <Stack>
          {!account && (
            <NativeSelect
              label={texts.provider}
              value={connector}
              onChange={(event) => {
                setConnector(event.target.value);
                setTyped({});
              }}
              error={wordsAt('connector')}
              data={providers.map((one) => ({ value: one.connector, label: one.name }))}
            />
          )}
          <TextInput
            label={texts.name}
            description={texts.name_hint}
            value={name}
            onChange={(event) => setName(event.target.value)}
            maxLength={100}
            required
            withAsterisk={false}
            error={wordsAt('name')}
          />
          <SettingFields
            {...{ connector, settings, kept, typed, setTyped, wordsAt }}
            is_new={account === undefined}
          />
          <label className="check">
            <input
              type="checkbox"
              checked={unchecked}
              onChange={(event) => setUnchecked(event.target.checked)}
            />
            {texts.keep_unchecked}
          </label>
        </Stack>
      )}
    </ConfirmDialog>
  );
}
