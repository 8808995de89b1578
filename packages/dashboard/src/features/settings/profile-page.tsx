import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, read } from '../../api/client.ts';
import { me_query } from '../../app/me.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { Facts } from '../../parts/facts.tsx';
import { locales } from '../../parts/format-time.ts';
import { Note } from '../../parts/note.tsx';
import { useTitle } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { useFieldWords } from '../../parts/use-problem-words.ts';
import { When } from '../../parts/when.tsx';
import { AliasField } from './alias-field.tsx';
import { ContactFields, contact_fields } from './contact-fields.tsx';
import { settings_frame_texts } from './frame-texts.ts';
import { profile_texts } from './profile-texts.ts';
import { type Profile, useProfile } from './use-profile.ts';

/** The merchant's name and contact. */
export function ProfilePage() {
  const texts = useTexts(profile_texts);
  useTitle(texts.title);
  const profile = useProfile();
  return <QueryView query={profile}>{(saved) => <ProfileForm saved={saved} />}</QueryView>;
}

/** Returns the request that saves name, contact and alias, which other pages show too. */
function useSaveProfile(body: Pick<Profile, 'name' | 'contact' | 'pi_spi_alias'>) {
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      read(api.PATCH('/dashboard/api/{merchant_id}/{mode}/settings/profile', { params: { path }, body })),
    onSuccess: async () => {
      await query_client.invalidateQueries({ queryKey: me_query.queryKey });
      await query_client.invalidateQueries({ queryKey: keyOf('settings') });
    },
  });
}

function ProfileForm({ saved }: { readonly saved: Profile }) {
  const texts = useTexts(profile_texts);
  const words = useTexts(settings_frame_texts);
  const { may } = useFrame();
  const [name, setName] = useState(saved.name);
  const [contact, setContact] = useState(saved.contact);
  const [pi_spi_alias, setAlias] = useState(saved.pi_spi_alias);
  const [is_changed, setChanged] = useState(false);
  const { mutate, isPending, isSuccess, error } = useSaveProfile({ name, contact, pi_spi_alias });
  const wordsAt = useFieldWords(error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChanged(false);
    mutate();
  };
  return (
    <form className="card settings-form" onSubmit={submit} noValidate>
      <p className="quiet">{texts.about}</p>
      <TextInput
        label={texts.name}
        description={texts.name_hint}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setChanged(true);
        }}
        maxLength={100}
        required
        withAsterisk={false}
        disabled={!may('settings:write')}
        error={wordsAt('name')}
      />
      <ContactFields
        contact={contact}
        setContact={(changed) => {
          setContact(changed);
          setChanged(true);
        }}
        wordsAt={wordsAt}
      />
      <AliasField
        saved={saved}
        alias={pi_spi_alias}
        setAlias={(changed) => {
          setAlias(changed);
          setChanged(true);
        }}
        problem={wordsAt('pi_spi_alias')}
      />
      <ProfileFacts saved={saved} />
      {error !== null && (
        <ProblemNote
          problem={error}
          fields={['name', 'pi_spi_alias', ...contact_fields.map((field) => `contact.${field}` as const)]}
        />
      )}
      {isSuccess && !is_changed && <Note tone="good" title={words.saved} />}
      {may('settings:write') && (
        <div>
          <Button type="submit" loading={isPending}>
            {words.save}
          </Button>
        </div>
      )}
    </form>
  );
}

function ProfileFacts({ saved }: { readonly saved: Profile }) {
  const texts = useTexts(profile_texts);
  const { language } = useLanguage();
  const country = new Intl.DisplayNames(locales[language], { type: 'region' }).of(saved.country);
  return (
    <Facts
      facts={[
        [texts.country, country ?? saved.country],
        [texts.id, <CopyText key="id" text={saved.id} label={texts.id} />],
        [texts.since, <When key="since" at={saved.created_at} />],
      ]}
    />
  );
}
