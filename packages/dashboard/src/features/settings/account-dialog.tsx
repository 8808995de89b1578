import { NativeSelect, PasswordInput, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { changesOf, keptTexts, type Texts, textOf } from './account-settings.ts';
import type { Account, Provider } from './accounts.ts';
import { accounts_texts } from './accounts-texts.ts';
import { useSaveAccount } from './use-save-account.ts';

interface AccountDialogProps {
  readonly providers: readonly Provider[];
  /** What is there now; nothing of a new one. */
  readonly account?: Account;
  readonly onClose: () => void;
}

/** Asks for what a provider wants to know. Secrets that are kept are not shown, and stay when nothing is typed. */
export function AccountDialog({ providers, account, onClose }: AccountDialogProps) {
  const texts = useTexts(accounts_texts);
  const [connector, setConnector] = useState(account?.connector ?? providers[0]?.connector ?? '');
  const [name, setName] = useState(account?.name ?? '');
  const [unchecked, setUnchecked] = useState(false);
  const provider = providers.find((one) => one.connector === connector);
  const kept = keptTexts(provider, account);
  const [typed, setTyped] = useState<Texts>({});
  const save = useSaveAccount(account);
  return (
    <ConfirmDialog
      is_open
      title={account ? texts.change : texts.add}
      action={account ? texts.save : texts.add}
      onConfirm={() => save({ connector, name, unchecked, ...changesOf(typed, kept, provider) })}
      onClose={onClose}
    >
      <Stack>
        {!account && (
          <NativeSelect
            label={texts.provider}
            value={connector}
            onChange={(event) => {
              setConnector(event.target.value);
              setTyped({});
            }}
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
        />
        {provider?.settings.map((setting) => (
          <SettingField
            key={`${connector} ${setting.field}`}
            setting={setting}
            is_kept={account !== undefined && setting.secret}
            value={typed[setting.field] ?? kept[setting.field] ?? ''}
            onChange={(text) => setTyped({ ...typed, [setting.field]: text })}
          />
        ))}
        <label className="check">
          <input
            type="checkbox"
            checked={unchecked}
            onChange={(event) => setUnchecked(event.target.checked)}
          />
          {texts.keep_unchecked}
        </label>
      </Stack>
    </ConfirmDialog>
  );
}

interface SettingFieldProps {
  readonly setting: Provider['settings'][number];
  /** It is a secret that is there already. */
  readonly is_kept: boolean;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

function SettingField({ setting, is_kept, value, onChange }: SettingFieldProps) {
  const texts = useTexts(accounts_texts);
  const is_required = setting.required && !is_kept;
  const shared = {
    label: is_required ? `${setting.field} (${texts.required})` : setting.field,
    description: is_kept ? texts.secret_kept : <span lang="en">{setting.description}</span>,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    required: is_required,
    withAsterisk: false,
    autoComplete: 'off',
    placeholder: textOf(setting.default),
    spellCheck: false,
  };
  // A key in PEM has lines, which a field of one line would lose.
  if (/\bPEM\b/.test(setting.description)) return <Textarea {...shared} rows={4} />;
  return setting.secret ? (
    <PasswordInput {...shared} autoComplete="new-password" />
  ) : (
    <TextInput {...shared} />
  );
}
