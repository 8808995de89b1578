import type { Filtering } from '../../app/search.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ChoiceFilter, Filters, PeriodFilters, TextFilter } from '../../parts/filters.tsx';
import { payout_page_texts } from './page-texts.ts';
import { usePayoutOptions } from './verbs.ts';

export type FilterName = 'state' | 'operator' | 'from' | 'until' | 'text';

/** The filters of the list of payouts. */
export function PayoutFilters(props: {
  readonly filtering: Filtering<FilterName>;
  readonly problem: unknown;
}) {
  const { of } = props.filtering;
  const texts = useTexts(payout_page_texts);
  const { data: options } = usePayoutOptions();
  const operators = new Map(
    options?.currencies.flatMap((one) =>
      one.operators.map(({ code, name, country }) => [code, `${name} ${country}`]),
    ),
  );
  return (
    <Filters {...props.filtering} problem={props.problem}>
      <TextFilter {...of('text')} label={texts.text} />
      <ChoiceFilter {...of('state')} label={texts.state} choices={Object.entries(texts.states)} />
      <ChoiceFilter {...of('operator')} label={texts.operator} choices={[...operators]} />
      <PeriodFilters of={of} />
    </Filters>
  );
}
