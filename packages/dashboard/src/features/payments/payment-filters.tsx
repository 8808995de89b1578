import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Filtering } from '../../app/search.ts';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { ChoiceFilter, Filters, PeriodFilters, TextFilter } from '../../parts/filters.tsx';
import { readAmount } from '../../parts/read-amount.ts';
import { useFieldWords } from '../../parts/use-problem-words.ts';
import { list_texts } from './list-texts.ts';
import { status_texts } from './status-texts.ts';
import { usePaymentChoices } from './use-payment-choices.ts';

export type FilterName =
  | 'text'
  | 'status'
  | 'needs_review'
  | 'operator'
  | 'country'
  | 'currency'
  | 'amount_min'
  | 'amount_max'
  | 'from'
  | 'until';

/** The names of the filters in the API. */
export const payment_filters = [
  ...['text', 'status', 'needs_review', 'operator', 'country', 'currency'],
  ...['amount_min', 'amount_max', 'since', 'until'],
] as const;

const further_names = ['needs_review', 'operator', 'country', 'currency', 'from', 'until'] as const;

interface FiltersProps {
  readonly filtering: Filtering<FilterName>;
  readonly problem: unknown;
}

/** The filters of the list: the common ones are always visible, the rest when expanded or set. */
export function PaymentFilters(props: FiltersProps) {
  const { filtering, problem } = props;
  const { search, of } = filtering;
  const texts = useTexts(list_texts);
  const statuses = useTexts(status_texts);
  const [is_asked, setAsked] = useState(false);
  const is_open = is_asked || further_names.some((name) => search[name] !== undefined);
  return (
    <Filters {...filtering} problem={problem}>
      <div className="filter-wide">
        <TextFilter {...of('text')} label={texts.search} />
      </div>
      <ChoiceFilter {...of('status')} label={texts.status} choices={Object.entries(statuses.payment)} />
      {is_open ? (
        <FurtherFilters {...props} />
      ) : (
        <Button variant="default" aria-expanded={false} onClick={() => setAsked(true)}>
          {texts.more_filters}
        </Button>
      )}
    </Filters>
  );
}

/** The further filters. Amounts can be filtered once a currency is chosen. */
function FurtherFilters({ filtering, problem }: FiltersProps) {
  const { search, set, of } = filtering;
  const texts = useTexts(list_texts);
  const statuses = useTexts(status_texts);
  const { language } = useLanguage();
  const choices = usePaymentChoices();
  const country_names = new Intl.DisplayNames(language, { type: 'region' });
  const countries = (choices?.countries ?? []).map((code) => [code, country_names.of(code) ?? code] as const);
  const operators = (choices?.operators ?? []).filter(
    ({ country }) => search.country === undefined || country === search.country,
  );
  return (
    <>
      <ChoiceFilter
        {...of('needs_review')}
        label={texts.attention}
        choices={Object.entries(statuses.attention)}
      />
      <ChoiceFilter
        field="country"
        label={texts.country}
        value={search.country}
        choices={countries.toSorted(([, one], [, other]) => one.localeCompare(other, language))}
        onChange={(country) => set({ country, operator: undefined })}
      />
      <ChoiceFilter
        {...of('operator')}
        label={texts.operator}
        choices={operators.map(({ code, name, country }) => [code, `${name} (${country})`] as const)}
      />
      <PeriodFilters of={of} />
      <ChoiceFilter
        field="currency"
        label={texts.currency}
        value={search.currency}
        choices={(choices?.currencies ?? []).map((code) => [code, code] as const)}
        onChange={(currency) => set({ currency, amount_min: undefined, amount_max: undefined })}
      />
      {search.currency !== undefined && (
        <AmountFilters key={search.currency} currency={search.currency} {...{ filtering, problem }} />
      )}
    </>
  );
}

function AmountFilters({
  filtering: { of },
  problem,
  currency,
}: FiltersProps & { readonly currency: string }) {
  const wordsAt = useFieldWords(problem);
  const texts = useTexts(list_texts);
  return (
    <>
      <AmountFilter
        error={wordsAt('amount_min')}
        label={texts.amount_min}
        currency={currency}
        {...of('amount_min')}
      />
      <AmountFilter
        error={wordsAt('amount_max')}
        label={texts.amount_max}
        currency={currency}
        {...of('amount_max')}
      />
    </>
  );
}

/** An amount in the major unit; the filter applies when the field loses focus. */
function AmountFilter(props: {
  readonly label: string;
  readonly currency: string;
  readonly value: string | undefined;
  readonly error: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  return (
    <TextInput
      error={props.error}
      label={props.label}
      inputMode="decimal"
      defaultValue={props.value}
      onBlur={(event) => {
        const { value } = event.target;
        // The server reports an invalid amount.
        const text = readAmount(value, props.currency)?.toString() ?? value.trim();
        if (text !== (props.value ?? '')) props.onChange(text || undefined);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}
