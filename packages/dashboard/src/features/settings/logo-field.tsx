import { Button, Checkbox, Loader } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { Note } from '../../parts/note.tsx';
import { brand_texts } from './brand-texts.ts';
import { type Ground, shrinkPicture } from './shrink-picture.ts';
import '@mantine/core/styles/Checkbox.layer.css';

interface LogoFieldProps {
  readonly merchant_name: string;
  /** The logo as a `data:` URL; null without one. */
  readonly logo: string | null;
  readonly error: string | undefined;
  readonly onChange: (logo: string | null) => void;
  readonly disabled: boolean;
}

/** A field to choose a picture, which the browser makes small enough, and to see it beside the name. */
export function LogoField({ merchant_name, logo, error, onChange, disabled }: LogoFieldProps) {
  const texts = useTexts(brand_texts);
  const [file, setFile] = useState<File | null>(null);
  const [ground, setGround] = useState<Ground>('transparent');
  const { mutate, isPending, isError } = useMutation({
    mutationFn: (given: { file: File; ground: Ground }) => shrinkPicture(given.file, given.ground),
  });
  // Called for the newest picture only, even if an earlier one takes longer.
  const shrink = (given: File, next: Ground): void =>
    mutate(
      { file: given, ground: next },
      {
        onSuccess: (url) => {
          setFile(given);
          onChange(url);
        },
      },
    );
  const choose = (event: ChangeEvent<HTMLInputElement>): void => {
    const [chosen] = event.target.files ?? [];
    // Lets the person choose the same file again after changing it.
    event.target.value = '';
    if (chosen) shrink(chosen, ground);
  };
  const changeGround = (given: File, is_white: boolean): void => {
    const next = is_white ? 'white' : 'transparent';
    setGround(next);
    shrink(given, next);
  };
  const remove = (): void => {
    setFile(null);
    onChange(null);
  };
  return (
    <section className="card settings-form">
      <h2>{texts.logo}</h2>
      <p className="quiet">{texts.logo_about}</p>
      {logo !== null && <LogoPreviews merchant_name={merchant_name} logo={logo} />}
      {!disabled && (
        <div className="logo-actions">
          <label className="pick-file">
            <input
              type="file"
              className="hidden"
              accept="image/png,image/jpeg,image/webp,image/svg+xml"
              onChange={choose}
            />
            {isPending ? <Loader size={18} aria-hidden /> : <IconUpload size={18} aria-hidden />}
            {logo === null ? texts.choose_logo : texts.replace_logo}
          </label>
          {logo !== null && (
            <Button variant="default" onClick={remove}>
              {texts.remove_logo}
            </Button>
          )}
          {file !== null && (
            <Checkbox
              label={texts.white_ground}
              checked={ground === 'white'}
              onChange={(event) => changeGround(file, event.currentTarget.checked)}
            />
          )}
        </div>
      )}
      {isError && <Note tone="bad" title={texts.not_drawable} />}
      {error !== undefined && <Note tone="bad" title={error} />}
    </section>
  );
}

function LogoPreviews({ merchant_name, logo }: { readonly merchant_name: string; readonly logo: string }) {
  const texts = useTexts(brand_texts);
  return (
    <div className="logo-previews">
      {(['light', 'dark'] as const).map((scheme) => (
        <div key={scheme} className="logo-preview" data-scheme={scheme}>
          <img src={logo} alt={texts.logo_on[scheme]} />
          <strong>{merchant_name}</strong>
        </div>
      ))}
    </div>
  );
}
