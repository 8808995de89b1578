import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { profile_texts } from './profile-texts.ts';
import type { Profile } from './use-profile.ts';

interface AliasFieldProps {
  readonly saved: Profile;
  readonly alias: string | null;
  readonly setAlias: (alias: string | null) => void;
  readonly problem: ReactNode;
}

/** The alias at PI-SPI, for a merchant in one of its countries. */
export function AliasField({ saved, alias, setAlias, problem }: AliasFieldProps) {
  const texts = useTexts(profile_texts);
  const { may } = useFrame();
  if (!saved.has_pi_spi) return null;
  return (
    <TextInput
      label={texts.pi_spi_alias}
      description={texts.pi_spi_hint}
      value={alias ?? ''}
      onChange={({ target }) => setAlias(target.value.trim() === '' ? null : target.value.trim())}
      maxLength={36}
      spellCheck={false}
      autoComplete="off"
      disabled={!may('settings:write')}
      error={problem}
    />
  );
}
