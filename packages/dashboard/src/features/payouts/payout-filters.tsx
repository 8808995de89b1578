import type { Filtering } from '../../app/search.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ChoiceFilter, DayFilter, Filters, TextFilter } from '../../parts/filters.tsx';
import { part_texts } from '../../parts/texts.ts';
import { payout_page_texts } from './page-texts.ts';
import { usePayoutOptions } from './verbs.ts';

export type FilterName = 'state' | 'operator' | 'from' | 'until' | 'text';

/** Which payouts to see. */
export function PayoutFilters({
  search,
  is_set,
  set,
  clear,
  problem,
}: Omit<Filtering<FilterName>, 'goTo'> & { readonly problem: unknown }) {
  const texts = useTexts(payout_page_texts);
  const parts = useTexts(part_texts);
  const { data: options } = usePayoutOptions();
  const operators = new Map(
    options?.currencies.flatMap((one) =>
      one.operators.map(({ code, name, country }) => [code, `${name} ${country}`]),
    ),
  );
  return (
    <Filters is_set={is_set} clear={clear} problem={problem}>
      <TextFilter field="text" label={texts.text} value={search.text} onChange={(text) => set({ text })} />
      <ChoiceFilter
        field="state"
        label={texts.state}
        value={search.state}
        choices={Object.entries(texts.states)}
        onChange={(state) => set({ state })}
      />
      <ChoiceFilter
        field="operator"
        label={texts.operator}
        value={search.operator}
        choices={[...operators]}
        onChange={(operator) => set({ operator })}
      />
      <DayFilter field="since" label={parts.from} value={search.from} onChange={(from) => set({ from })} />
      <DayFilter
        field="until"
        label={parts.until}
        value={search.until}
        onChange={(until) => set({ until })}
      />
    </Filters>
  );
}
