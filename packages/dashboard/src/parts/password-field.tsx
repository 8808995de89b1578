import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A field for a secret, which can be shown; one that is wrong says so to screen readers too. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput {...props} aria-invalid={Boolean(props.error)} />;
}
