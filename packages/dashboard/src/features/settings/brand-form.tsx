import { Button, Group } from '@mantine/core';
import type { FormEvent } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Note } from '../../parts/note.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useFieldWords } from '../../parts/use-problem-words.ts';
import { TryButton } from '../trial/try-button.tsx';
import { brand_texts } from './brand-texts.ts';
import { ColorField } from './color-field.tsx';
import { ContrastLine } from './contrast-line.tsx';
import { settings_frame_texts } from './frame-texts.ts';
import { LogoField } from './logo-field.tsx';
import { TemplateList } from './template-list.tsx';
import { useChanged } from './use-changed.ts';
import { usePreview } from './use-preview.ts';
import type { Profile } from './use-profile.ts';
import { base64Of, useSaveBranding } from './use-save-branding.ts';

/** Changes the color, the logo and the template, with a preview of the payment page before they are saved. */
export function BrandForm({ saved }: { readonly saved: Profile }) {
  const texts = useTexts(brand_texts);
  const words = useTexts(settings_frame_texts);
  const { may } = useFrame();
  const { shown, changed, change, forget } = useChanged({
    primary_color: saved.primary_color ?? '',
    template: saved.template,
    logo: saved.logo,
  });
  const { primary_color: color, template, logo } = shown;
  const may_write = may('settings:write');
  const is_color = /^(#[0-9a-f]{6})?$/i.test(color);
  const is_saved =
    color.toUpperCase() === (saved.primary_color ?? '') && template === saved.template && logo === saved.logo;
  const preview = usePreview(is_color ? color : (saved.primary_color ?? ''), base64Of(logo) ?? '');
  const { mutate, isPending, isSuccess, error } = useSaveBranding(forget);
  const wordsAt = useFieldWords(error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (is_color) mutate(changed);
  };
  return (
    <form className="brand-layout" onSubmit={submit} noValidate>
      <section className="card settings-form">
        <h2>{texts.color}</h2>
        <p className="quiet">{texts.color_about}</p>
        <ColorField
          color={color}
          is_color={is_color}
          error={is_color ? wordsAt('primary_color') : texts.wrong_code}
          shown={preview.data?.primary_color}
          onChange={(primary_color) => change({ primary_color })}
          disabled={!may_write}
        />
        {color !== '' && may_write && (
          <div>
            <Button variant="default" size="sm" onClick={() => change({ primary_color: '' })}>
              {texts.default_blue}
            </Button>
          </div>
        )}
        {preview.data && <ContrastLine contrast={preview.data.contrast} />}
      </section>
      <LogoField
        merchant_name={saved.name}
        logo={logo}
        error={wordsAt('logo')}
        onChange={(next) => change({ logo: next })}
        disabled={!may_write}
      />
      <TemplateList
        chosen={template}
        previews={preview.data?.templates}
        onChange={(next) => change({ template: next })}
        disabled={!may_write}
      />
      {preview.error !== null && <ProblemNote problem={preview.error} retry={() => void preview.refetch()} />}
      {error !== null && <ProblemNote problem={error} fields={['primary_color', 'logo']} />}
      {isSuccess && is_saved && <Note tone="good" title={words.saved} />}
      {may_write && (
        <Group gap="xs">
          <Button type="submit" loading={isPending} disabled={!is_color}>
            {words.save}
          </Button>
          <TryButton />
        </Group>
      )}
    </form>
  );
}
