import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { changesOf, keptTexts, type Texts, textOf } from './account-settings.ts';
import type { Account, Provider } from './accounts.ts';
import { accounts_texts } from './accounts-texts.ts';
import { french_settings } from './setting-words.ts';
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
  const settings = provider?.settings ?? [];
  // What most leave as it is stays folded away.
  const main = settings.filter(({ required }) => required);
  const further = settings.filter(({ required }) => !required);
  const save = useSaveAccount(account);
  return (
    <ConfirmDialog
      is_open
      title={account ? texts.change : texts.add}
      action={account ? texts.save : texts.add}
      onConfirm={() => save({ connector, name, unchecked, ...changesOf(typed, kept, provider) })}
      onClose={onClose}
      fields={[
        'connector',
        'name',
        ...(provider?.settings ?? []).map(({ field }) => `config.${field}` as const),
      ]}
    >
      {(wordsAt) => {
        const show = (setting: Provider['settings'][number]) => (
          <SettingField
            key={`${connector} ${setting.field}`}
            setting={setting}
            connector={connector}
            is_kept={account !== undefined && setting.secret}
            value={typed[setting.field] ?? kept[setting.field] ?? ''}
            error={wordsAt(`config.${setting.field}`)}
            onChange={(text) => setTyped({ ...typed, [setting.field]: text })}
          />
        );
        return (
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
            {main.map(show)}
            {further.length > 0 && (
              <details
                className="further-settings"
                open={further.some(({ field }) => wordsAt(`config.${field}`) !== undefined) || undefined}
              >
                <summary>{texts.further(further.length)}</summary>
                <Stack mt="md">{further.map(show)}</Stack>
              </details>
            )}
            <label className="check">
              <input
                type="checkbox"
                checked={unchecked}
                onChange={(event) => setUnchecked(event.target.checked)}
              />
              {texts.keep_unchecked}
            </label>
          </Stack>
        );
      }}
    </ConfirmDialog>
  );
}

interface SettingFieldProps {
  readonly connector: string;
  readonly setting: Provider['settings'][number];
  /** It is a secret that is there already. */
  readonly is_kept: boolean;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
}

function SettingField({ connector, setting, is_kept, value, error, onChange }: SettingFieldProps) {
  const texts = useTexts(accounts_texts);
  const { language } = useLanguage();
  const french = language === 'fr' ? french_settings[connector]?.[setting.field] : undefined;
  const is_required = setting.required && !is_kept;
  const shared = {
    label: is_required ? `${setting.field} (${texts.required})` : setting.field,
    description: is_kept
      ? texts.secret_kept
      : (french ?? <span lang="en">{setting.description.replaceAll('`', '')}</span>),
    value,
    error,
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
    <PasswordField {...shared} autoComplete="new-password" />
  ) : (
    <TextInput {...shared} />
  );
}
