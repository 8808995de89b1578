import { TextInput } from '@mantine/core';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import type { FieldWords } from '../../parts/use-problem-words.ts';
import { profile_texts } from './profile-texts.ts';
import type { Profile } from './use-profile.ts';

type Contact = Profile['contact'];

/** The fields of a contact, in the order of the form. */
export const contact_fields = ['phone', 'whatsapp', 'email', 'hours'] as const;
const input_types = { phone: 'tel', whatsapp: 'tel', email: 'email', hours: 'text' } as const;
const hints = { phone: '+225 07 00 00 00 00', whatsapp: '+225 07 00 00 00 00', email: 'aya@shop.example' };

interface ContactFieldsProps {
  readonly contact: Contact;
  readonly setContact: (contact: Contact) => void;
  readonly wordsAt: FieldWords<string>;
}

/** The fields of the contact that customers see; an empty one shows nothing. */
export function ContactFields({ contact, setContact, wordsAt }: ContactFieldsProps) {
  const texts = useTexts(profile_texts);
  const { may } = useFrame();
  return (
    <fieldset className="contact-fields">
      <legend>{texts.contact}</legend>
      <p className="quiet">{texts.contact_about}</p>
      {contact_fields.map((field) => (
        <TextInput
          key={field}
          mt="sm"
          type={input_types[field]}
          label={texts[field]}
          description={field === 'hours' ? texts.hours_hint : undefined}
          placeholder={field === 'hours' ? undefined : hints[field]}
          value={contact[field] ?? ''}
          onChange={({ target }) =>
            setContact({ ...contact, [field]: target.value === '' ? null : target.value })
          }
          disabled={!may('settings:write')}
          error={wordsAt(`contact.${field}`)}
        />
      ))}
    </fieldset>
  );
}
