import type { paths } from '../../api/schema.d.ts';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { french_cases, sandbox_texts } from './sandbox-texts.ts';

type Panel =
  paths['/dashboard/api/{merchant_id}/{mode}/sandbox']['get']['responses'][200]['content']['application/json']['data'];

/** The outcomes by a number's last two digits, each with a sample number. */
export function CaseList({ cases }: Pick<Panel, 'cases'>) {
  const texts = useTexts(sandbox_texts);
  return (
    <ul className="card case-list" aria-label={texts.cases}>
      {cases.map(({ digits, title, details, phone }) => (
        <li key={digits}>
          <strong>{digits === 'other' ? texts.other : `…${digits}`}</strong>
          <CaseWords digits={digits} title={title} details={details} />
          <CopyText text={phone} label={`…${digits}`} />
        </li>
      ))}
    </ul>
  );
}

function CaseWords({ digits, title, details }: Omit<Panel['cases'][number], 'phone'>) {
  const { language } = useLanguage();
  const french = language === 'fr' ? french_cases[digits] : undefined;
  if (french !== undefined) return <span>{french}</span>;
  return (
    <span lang="en">
      {title.replaceAll('_', ' ')} <span className="quiet">{details.replaceAll('`', '')}</span>
    </span>
  );
}
