import { useId } from 'react';
import { FieldError } from '../../parts/field-error.tsx';

interface ChoiceListProps<Value extends string> {
  readonly legend: string;
  /** The labels of the values, in order. */
  readonly choices: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly error: string | undefined;
}

/** A choice of one value, all of them visible. */
export function ChoiceList<Value extends string>(props: ChoiceListProps<Value>) {
  const { legend, choices, value, onChange, error } = props;
  const name = useId();
  const error_id = useId();
  return (
    <fieldset
      className="plain link-choice"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: HTML-ARIA allows this role on a fieldset, and a plain group cannot be invalid
      role="radiogroup"
      aria-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : error_id}
    >
      <legend>{legend}</legend>
      {(Object.entries(choices) as [Value, string][]).map(([one, label]) => (
        <label key={one} className="check">
          <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
          {label}
        </label>
      ))}
      <FieldError id={error_id} error={error} />
    </fieldset>
  );
}
