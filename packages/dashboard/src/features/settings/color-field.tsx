import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { brand_texts } from './brand-texts.ts';

interface ColorFieldProps {
  /** The color as typed; empty for the default blue. */
  readonly color: string;
  /** Whether the typed text is a valid color or empty. */
  readonly is_color: boolean;
  readonly error: string | undefined;
  /** The color of the preview, `#RRGGBB`. */
  readonly shown: string | undefined;
  readonly onChange: (color: string) => void;
  readonly disabled: boolean;
}

/** A field to pick or type a color. */
export function ColorField({ color, is_color, error, shown, onChange, disabled }: ColorFieldProps) {
  const texts = useTexts(brand_texts);
  const picker_id = useId();
  return (
    <div className="color-field">
      <label className="hidden" htmlFor={picker_id}>
        {texts.picker}
      </label>
      <input
        id={picker_id}
        type="color"
        value={is_color && color !== '' ? color : (shown ?? '#000000').toLowerCase()}
        onChange={(event) => onChange(event.target.value.toUpperCase())}
        disabled={disabled}
      />
      <TextInput
        label={texts.code}
        description={texts.code_hint}
        value={color}
        onChange={(event) => onChange(event.target.value.trim())}
        error={error}
        maxLength={7}
        placeholder={shown}
        spellCheck={false}
        disabled={disabled}
      />
    </div>
  );
}
