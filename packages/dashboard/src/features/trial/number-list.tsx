import { Link } from '@tanstack/react-router';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { trial_page_texts } from './page-texts.ts';
import type { TrialOptions } from './read.ts';

type Numbers = TrialOptions['currencies'][number]['numbers'];

/** The numbers to type on the page, and what each one does. */
export function NumberList({ numbers }: { readonly numbers: Numbers }) {
  const texts = useTexts(trial_page_texts);
  const { path, may } = useFrame();
  return (
    <section className="card">
      <h2>{texts.numbers}</h2>
      <p className="quiet">{texts.numbers_about}</p>
      <ul className="trial-numbers">
        {numbers.map(({ digits, phone }) => (
          <li key={digits}>
            <CopyText text={phone} label={texts.outcomes[digits]} />
            <span>{texts.outcomes[digits]}</span>
          </li>
        ))}
      </ul>
      {may('developers:read') && (
        <Link to="/$merchant_id/$mode/developers/sandbox" params={path}>
          {texts.more_numbers}
        </Link>
      )}
    </section>
  );
}
