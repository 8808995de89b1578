import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import type { Filtering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { ChoiceFilter, DayFilter, Filters, TextFilter } from '../../parts/filters.tsx';
import { readAmount } from '../../parts/read-amount.ts';
import { part_texts } from '../../parts/texts.ts';
import { useFieldWords } from '../../parts/use-problem-words.ts';
import { list_texts } from './list-texts.ts';
import { status_texts } from './status-texts.ts';

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

/** The names of the filters, as the server has them. */
export const payment_filters = [
  ...['text', 'status', 'needs_review', 'operator', 'country', 'currency'],
  ...['amount_min', 'amount_max', 'since', 'until'],
] as const;

const further_names = ['needs_review', 'operator', 'country', 'currency', 'from', 'until'] as const;

/** The filters of the list: the usual ones first, the rest when opened or set. */
export function PaymentFilters(props: Omit<Filtering<FilterName>, 'goTo'> & { readonly problem: unknown }) {
  const { search, is_set, set, clear } = props;
  const texts = useTexts(list_texts);
  const statuses = useTexts(status_texts);
  const [is_asked, setAsked] = useState(false);
  const is_open = is_asked || further_names.some((name) => search[name] !== undefined);
  return (
    <Filters is_set={is_set} clear={clear} problem={props.problem}>
      <div className="filter-wide">
        <TextFilter
          field="text"
          label={texts.search}
          value={search.text}
          onChange={(text) => set({ text })}
        />
      </div>
      <ChoiceFilter
        field="status"
        label={texts.status}
        value={search.status}
        choices={Object.entries(statuses.payment)}
        onChange={(status) => set({ status })}
      />
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

interface FurtherFiltersProps extends Pick<Filtering<FilterName>, 'search' | 'set'> {
  readonly problem: unknown;
}

/** Amounts are of a currency, so they can be narrowed once one is chosen. */
function FurtherFilters({ search, set, problem }: FurtherFiltersProps) {
  const texts = useTexts(list_texts);
  const parts = useTexts(part_texts);
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
        field="needs_review"
        label={texts.attention}
        value={search.needs_review}
        choices={Object.entries(statuses.attention)}
        onChange={(needs_review) => set({ needs_review })}
      />
      <ChoiceFilter
        field="country"
        label={texts.country}
        value={search.country}
        choices={countries.toSorted(([, one], [, other]) => one.localeCompare(other, language))}
        onChange={(country) => set({ country, operator: undefined })}
      />
      <ChoiceFilter
        field="operator"
        label={texts.operator}
        value={search.operator}
        choices={operators.map(({ code, name, country }) => [code, `${name} (${country})`] as const)}
        onChange={(operator) => set({ operator })}
      />
      <DayFilter field="since" label={parts.from} value={search.from} onChange={(from) => set({ from })} />
      <DayFilter
        field="until"
        label={parts.until}
        value={search.until}
        onChange={(until) => set({ until })}
      />
      <ChoiceFilter
        field="currency"
        label={texts.currency}
        value={search.currency}
        choices={(choices?.currencies ?? []).map((code) => [code, code] as const)}
        onChange={(currency) => set({ currency, amount_min: undefined, amount_max: undefined })}
      />
      {search.currency !== undefined && (
        <AmountFilters key={search.currency} currency={search.currency} {...{ search, set, problem }} />
      )}
    </>
  );
}

/** The choices that payments of this merchant can be narrowed to. */
function usePaymentChoices() {
  const { path, keyOf } = useFrame();
  const { data } = useQuery({
    queryKey: keyOf('payment-choices'),
    queryFn: () => read(api.GET('/dashboard/api/{merchant_id}/{mode}/payment-choices', { params: { path } })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

function AmountFilters({
  search,
  set,
  problem,
  currency,
}: FurtherFiltersProps & { readonly currency: string }) {
  const wordsAt = useFieldWords(problem);
  const texts = useTexts(list_texts);
  return (
    <>
      <AmountFilter
        error={wordsAt('amount_min')}
        label={texts.amount_min}
        currency={currency}
        value={search.amount_min}
        onChange={(amount_min) => set({ amount_min })}
      />
      <AmountFilter
        error={wordsAt('amount_max')}
        label={texts.amount_max}
        currency={currency}
        value={search.amount_max}
        onChange={(amount_max) => set({ amount_max })}
      />
    </>
  );
}

/** An amount in the major unit; it counts when one leaves the field. */
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
        // What is no amount the server points out.
        const text = readAmount(value, props.currency)?.toString() ?? value.trim();
        if (text !== (props.value ?? '')) props.onChange(text || undefined);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}
