import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import type { FieldWords } from '../../parts/use-problem-words.ts';
import type { KeyScope } from './key-scopes.ts';
import { keys_texts } from './keys-texts.ts';
import { ScopeChoice } from './scope-choice.tsx';

/** The fields of a new key, as typed. */
export interface KeyFields {
  readonly name: string;
  /** Null for the default permissions. */
  readonly scopes: readonly KeyScope[] | null;
  /** The number of days until the key expires; empty if it never does. */
  readonly days: string;
  /** Separated by commas or spaces. */
  readonly addresses: string;
}

interface KeyFormProps {
  readonly fields: KeyFields;
  readonly grantable: readonly KeyScope[];
  readonly usual: readonly KeyScope[];
  readonly wordsAt: FieldWords<'name' | 'scopes' | 'expires_at' | 'addresses'>;
  readonly onChange: (changed: Partial<KeyFields>) => void;
}

/** The fields of a new key. */
export function KeyForm({ fields, grantable, usual, wordsAt, onChange }: KeyFormProps) {
  const texts = useTexts(keys_texts);
  const { mode } = useFrame();
  const { name, scopes, days, addresses } = fields;
  return (
    <Stack>
      <TextInput
        label={texts.name}
        description={texts.name_hint}
        value={name}
        onChange={(event) => onChange({ name: event.target.value })}
        maxLength={100}
        required
        withAsterisk={false}
        data-autofocus
        error={wordsAt('name')}
      />
      <ScopeChoice
        chosen={scopes ?? usual}
        grantable={grantable}
        onChange={(chosen) => onChange({ scopes: chosen })}
        error={wordsAt('scopes')}
      />
      {mode === 'live' && scopes?.includes('payouts:write') && <p className="quiet">{texts.pays_out}</p>}
      <NativeSelect
        label={texts.expires}
        value={days}
        onChange={(event) => onChange({ days: event.target.value })}
        data={[
          { value: '', label: texts.never },
          ...[30, 90, 365].map((count) => ({ value: String(count), label: texts.in_days(count) })),
        ]}
        error={wordsAt('expires_at')}
      />
      <TextInput
        label={texts.addresses}
        description={texts.addresses_hint}
        value={addresses}
        onChange={(event) => onChange({ addresses: event.target.value })}
        error={wordsAt('addresses')}
      />
    </Stack>
  );
}
