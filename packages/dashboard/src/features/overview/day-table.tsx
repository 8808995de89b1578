import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { Amount } from '../../parts/amount.tsx';
import { formatDay } from './format-figure.ts';
import { overview_page_texts } from './page-texts.ts';
import type { Overview } from './read.ts';

interface DayTableProps {
  readonly days: Overview['days'];
  readonly currency: string;
}

/** Each day in figures, newest first. */
export function DayTable({ days, currency }: DayTableProps) {
  const texts = useTexts(overview_page_texts);
  const { language } = useLanguage();
  return (
    <details className="overview-table">
      <summary>{texts.as_table}</summary>
      <table>
        <thead>
          <tr>
            {[texts.day, texts.volume, texts.paid, texts.refused].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, amount, paid, refused }) => (
            <tr key={day}>
              <th scope="row">{formatDay(day, language)}</th>
              <td>
                <Amount amount={amount} currency={currency} />
              </td>
              <td>{paid}</td>
              <td>{refused}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
