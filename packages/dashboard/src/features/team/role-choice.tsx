import { useId } from 'react';
import { role_texts } from '../../app/texts.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { FieldError } from '../../parts/field-error.tsx';
import { team_page_texts } from './page-texts.ts';
import type { Role } from './verbs.ts';

const roles: readonly Role[] = ['viewer', 'support', 'finance', 'developer', 'admin', 'owner'];

/** The choice of a role, with a short description of each role's permissions. */
export function RoleChoice({
  value,
  onChange,
  error,
}: {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
  readonly error: string | undefined;
}) {
  const error_id = useId();
  const texts = useTexts(team_page_texts);
  const names = useTexts(role_texts);
  const { merchant } = useFrame();
  // Only owners may appoint owners; the server enforces this as well.
  const offered = merchant.role === 'owner' ? roles : roles.filter((role) => role !== 'owner');
  return (
    <fieldset
      className="roles"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: HTML-ARIA allows this role on a fieldset, and a plain group cannot be invalid
      role="radiogroup"
      aria-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : error_id}
    >
      <legend>{texts.role}</legend>
      {offered.map((role) => (
        <label key={role}>
          <input type="radio" name="role" checked={role === value} onChange={() => onChange(role)} />
          <span>{names[role]}</span>
          <small>{texts.may[role]}</small>
        </label>
      ))}
      <FieldError id={error_id} error={error} />
    </fieldset>
  );
}
