import { NativeSelect } from '@mantine/core';
import type { Filtering } from '../../app/search.ts';
import { useTexts } from '../../language/use-language.tsx';
import { overview_page_texts } from './page-texts.ts';
import type { Period } from './read.ts';

interface OverviewChoicesProps {
  readonly days: Period;
  readonly currency: string | null;
  readonly currencies: readonly string[];
  readonly set: Filtering<'days' | 'currency'>['set'];
}

/** The choice of the period, and of the currency if there are several. */
export function OverviewChoices({ days, currency, currencies, set }: OverviewChoicesProps) {
  const texts = useTexts(overview_page_texts);
  return (
    <>
      {currencies.length > 1 && (
        <NativeSelect
          aria-label={texts.currency}
          value={currency ?? ''}
          onChange={(event) => set({ currency: event.target.value })}
          data={[...currencies]}
        />
      )}
      <NativeSelect
        aria-label={texts.period}
        value={days}
        onChange={(event) => set({ days: event.target.value })}
        data={Object.entries(texts.periods).map(([value, label]) => ({ value, label }))}
      />
    </>
  );
}
