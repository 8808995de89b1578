import { Stack, Textarea, TextInput } from '@mantine/core';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import type { FieldWords } from '../../parts/use-problem-words.ts';
import { type Texts, textOf } from './account-settings.ts';
import type { Provider } from './accounts.ts';
import { accounts_texts } from './accounts-texts.ts';
import { french_settings } from './setting-words.ts';

type Setting = Provider['settings'][number];

interface SettingFieldsProps {
  readonly connector: string;
  readonly settings: readonly Setting[];
  /** Whether the account is new, and so has no stored secrets. */
  readonly is_new: boolean;
  /** The stored settings, without secrets. */
  readonly kept: Texts;
  readonly typed: Texts;
  readonly setTyped: (typed: Texts) => void;
  readonly wordsAt: FieldWords<`config.${string}`>;
}

/** The settings of a provider. Those that most merchants do not change are collapsed. */
export function SettingFields(props: SettingFieldsProps) {
  const { connector, settings, is_new, kept, typed, setTyped, wordsAt } = props;
  const texts = useTexts(accounts_texts);
  const main = settings.filter(({ required }) => required);
  const further = settings.filter(({ required }) => !required);
  const show = (setting: Setting) => (
    <SettingField
      key={`${connector} ${setting.field}`}
      setting={setting}
      connector={connector}
      is_kept={!is_new && setting.secret}
      value={typed[setting.field] ?? kept[setting.field] ?? ''}
      error={wordsAt(`config.${setting.field}`)}
      onChange={(text) => setTyped({ ...typed, [setting.field]: text })}
    />
  );
  return (
    <>
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
    </>
  );
}

interface SettingFieldProps {
  readonly connector: string;
  readonly setting: Setting;
  /** Whether the setting is a secret that is already stored. */
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
  // A PEM key has line breaks, which a single-line field would lose.
  if (/\bPEM\b/.test(setting.description)) return <Textarea {...shared} rows={4} />;
  return setting.secret ? (
    <PasswordField {...shared} autoComplete="new-password" />
  ) : (
    <TextInput {...shared} />
  );
}
