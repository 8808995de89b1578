import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { locales } from '../../parts/format-time.ts';
import { Note } from '../../parts/note.tsx';
import { brand_texts } from './brand-texts.ts';

interface ContrastLineProps {
  /** The contrast as computed by the server. */
  readonly contrast: { readonly ratio: number; readonly least: number; readonly is_enough: boolean };
}

/** The contrast of white text on the color, as a number, with a warning if it is too low. */
export function ContrastLine({ contrast: { ratio, least, is_enough } }: ContrastLineProps) {
  const texts = useTexts(brand_texts);
  const { language } = useLanguage();
  const number = (value: number): string =>
    new Intl.NumberFormat(locales[language], { maximumFractionDigits: 2 }).format(value);
  return (
    <>
      <p className="contrast">
        {texts.contrast} <strong>{texts.contrast_of(number(ratio))}</strong>
        <Badge tone={is_enough ? 'good' : 'warn'}>{is_enough ? texts.good : texts.poor}</Badge>
      </p>
      {!is_enough && (
        <Note tone="warn" title={texts.warning(number(ratio), number(least))}>
          <p>{texts.warning_more}</p>
        </Note>
      )}
    </>
  );
}
