import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTexts } from '../language/use-language.tsx';
import { part_texts } from './texts.ts';

/** A field for a secret, which can be shown; its error reaches screen readers too. */
export function PasswordField(props: PasswordInputProps) {
  const texts = useTexts(part_texts);
  return (
    <PasswordInput
      {...props}
      aria-invalid={Boolean(props.error)}
      visibilityToggleButtonProps={{ 'aria-label': texts.show_typed }}
    />
  );
}
