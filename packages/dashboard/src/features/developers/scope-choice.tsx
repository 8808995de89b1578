import { useId } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { FieldError } from '../../parts/field-error.tsx';
import { type KeyScope, scope_words } from './key-scopes.ts';
import { keys_texts } from './keys-texts.ts';

interface ScopeChoiceProps {
  readonly chosen: readonly KeyScope[];
  /** The permissions that the person may grant; the others are shown but disabled. */
  readonly grantable: readonly KeyScope[];
  readonly onChange: (scopes: readonly KeyScope[]) => void;
  readonly error: string | undefined;
}

/** The choice of a new key's permissions. */
export function ScopeChoice({ chosen, grantable, onChange, error }: ScopeChoiceProps) {
  const texts = useTexts(keys_texts);
  const words = useTexts(scope_words);
  const error_id = useId();
  const known = Object.keys(words) as readonly KeyScope[];
  return (
    <fieldset className="plain" aria-describedby={error === undefined ? undefined : error_id}>
      <legend>{texts.scopes}</legend>
      <div className="check-list">
        {known.map((scope) => (
          <label key={scope} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(scope)}
              disabled={!grantable.includes(scope)}
              onChange={({ target: { checked } }) =>
                onChange(checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
              }
            />
            <span>
              {words[scope]} <code className="quiet">{scope}</code>
            </span>
          </label>
        ))}
      </div>
      {grantable.length < known.length && <p className="quiet">{texts.not_yours}</p>}
      <FieldError id={error_id} error={error} />
    </fieldset>
  );
}
