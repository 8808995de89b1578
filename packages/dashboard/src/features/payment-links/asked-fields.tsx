import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTexts } from '../../language/use-language.tsx';
import { link_form_texts } from './form-texts.ts';
import type { FieldDraft, FieldType } from './link-draft.ts';
import type { FieldsProps } from './main-fields.tsx';

const types: readonly FieldType[] = ['text', 'number', 'phone', 'email', 'choice'];
const fields_max = 10;

/** The fields that customers fill in before they pay. */
export function AskedFields({ draft: { fields }, set, wordsAt }: FieldsProps) {
  const texts = useTexts(link_form_texts);
  const change = (row: number, changed: Partial<FieldDraft>): void =>
    set({ fields: fields.map((field) => (field.row === row ? { ...field, ...changed } : field)) });
  const add = (): void => {
    const row = Math.max(-1, ...fields.map((field) => field.row)) + 1;
    const added = { row, key: null, label: '', type: 'text', required: true, options: '' } as const;
    set({ fields: [...fields, added] });
  };
  return (
    <fieldset className="plain link-more">
      <legend>{texts.fields}</legend>
      <p className="link-hint">{texts.fields_about}</p>
      {fields.map((field, index) => (
        <AskedField
          key={field.row}
          field={field}
          number={index + 1}
          wordsAt={(name) => wordsAt(`fields.${index}.${name}`)}
          change={(changed) => change(field.row, changed)}
          remove={() => set({ fields: fields.filter(({ row }) => row !== field.row) })}
        />
      ))}
      {fields.length < fields_max && (
        <div>
          <Button variant="default" onClick={add}>
            {texts.add_field}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface AskedFieldProps {
  readonly field: FieldDraft;
  readonly number: number;
  readonly wordsAt: (name: 'label' | 'key' | 'options') => string | undefined;
  readonly change: (changed: Partial<FieldDraft>) => void;
  readonly remove: () => void;
}

function AskedField({ field, number, wordsAt, change, remove }: AskedFieldProps) {
  const texts = useTexts(link_form_texts);
  return (
    <fieldset className="plain link-field" aria-label={texts.field(number)}>
      <div className="link-pair">
        <TextInput
          label={texts.label}
          value={field.label}
          onChange={(event) => change({ label: event.target.value })}
          error={wordsAt('label') ?? wordsAt('key')}
          maxLength={80}
          autoComplete="off"
        />
        <NativeSelect
          label={texts.type}
          value={field.type}
          onChange={(event) =>
            change({ type: types.find((type) => type === event.target.value) ?? field.type })
          }
          data={types.map((type) => ({ value: type, label: texts.types[type] }))}
        />
      </div>
      {field.type === 'choice' && (
        <Textarea
          label={texts.options}
          description={texts.options_about}
          rows={3}
          value={field.options}
          onChange={(event) => change({ options: event.target.value })}
          error={wordsAt('options')}
        />
      )}
      <div className="card-head">
        <label className="check">
          <input
            type="checkbox"
            checked={field.required}
            onChange={(event) => change({ required: event.target.checked })}
          />
          {texts.required}
        </label>
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={`${texts.remove_field}: ${field.label || texts.field(number)}`}
          onClick={remove}
        >
          {texts.remove_field}
        </Button>
      </div>
    </fieldset>
  );
}
