import { Textarea, TextInput } from '@mantine/core';
import { useTexts } from '../../language/use-language.tsx';
import { AskedFields } from './asked-fields.tsx';
import { link_form_texts } from './form-texts.ts';
import type { LinkDraft } from './link-draft.ts';
import type { FieldsProps } from './main-fields.tsx';

/** The fields that most links do without. */
export function MoreFields(props: FieldsProps) {
  const { draft, set, wordsAt } = props;
  const texts = useTexts(link_form_texts);
  const text = useTextField(props);
  return (
    <div className="link-more">
      <AmountFields {...props} />
      <label className="check">
        <input
          type="checkbox"
          checked={draft.donation}
          onChange={(event) => set({ donation: event.target.checked })}
        />
        {texts.donation}
      </label>
      <TextInput
        type="date"
        label={texts.until}
        value={draft.until}
        onChange={(event) => set({ until: event.target.value })}
        error={wordsAt('expires_at')}
      />
      <Textarea {...text('description')} description={texts.description_about} rows={3} maxLength={1000} />
      <AskedFields {...props} />
      <Textarea {...text('thank_you')} description={texts.thank_you_about} rows={2} maxLength={500} />
      <TextInput {...text('return_url')} type="url" description={texts.return_url_about} />
      <fieldset className="plain link-more">
        <legend>{texts.person}</legend>
        <p className="link-hint">{texts.person_about}</p>
        <div className="link-pair">
          <TextInput {...text('phone', 'customer.phone')} type="tel" />
          <TextInput {...text('email', 'customer.email')} type="email" />
        </div>
      </fieldset>
    </div>
  );
}

/** The bounds of an open amount, or the parts of a bill. */
function AmountFields(props: FieldsProps) {
  const { draft, set } = props;
  const texts = useTexts(link_form_texts);
  const text = useTextField(props);
  if (draft.kind === 'open') {
    return (
      <>
        <div className="link-pair">
          <TextInput {...text('min_amount')} inputMode="decimal" />
          <TextInput {...text('max_amount')} inputMode="decimal" />
        </div>
        <TextInput {...text('suggested_amounts')} description={texts.suggested_about} />
      </>
    );
  }
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={draft.in_parts}
          onChange={(event) => set({ in_parts: event.target.checked })}
        />
        {texts.in_parts}
      </label>
      {draft.in_parts && (
        <div className="link-pair">
          <TextInput {...text('deposit')} inputMode="decimal" />
          <TextInput {...text('min_amount')} label={texts.part_min} inputMode="decimal" />
        </div>
      )}
    </>
  );
}

type TextName = Exclude<
  { [Name in keyof LinkDraft]: LinkDraft[Name] extends string ? Name : never }[keyof LinkDraft],
  'kind' | 'uses'
>;

/** Makes the properties of a text field. Its path is the server's name of it. */
function useTextField({ draft, set, wordsAt }: FieldsProps) {
  const texts = useTexts(link_form_texts);
  return (name: TextName, path: string = name) => ({
    label: texts[name],
    value: draft[name],
    error: wordsAt(path),
    onChange: (event: { readonly target: { readonly value: string } }) => set({ [name]: event.target.value }),
    autoComplete: 'off',
  });
}
