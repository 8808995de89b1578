import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { paths } from '../../api/schema.d.ts';
import { useFiltering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../../parts/filters.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { When } from '../../parts/when.tsx';
import { customer_texts } from './page-texts.ts';
import { customers_texts } from './texts.ts';
import './customers.css';
import { useRead } from '../../app/use-read.ts';
import { usePaymentChoices } from '../payments/use-payment-choices.ts';

const list = '/dashboard/api/{merchant_id}/{mode}/customers' as const;
type Answer = paths[typeof list]['get']['responses'][200]['content']['application/json'];
type Customer = Answer['data']['items'][number];

/** The list of everybody who has paid or tried to pay. */
export function CustomersPage() {
  const { title } = useTexts(customers_texts);
  const texts = useTexts(customer_texts);
  const filtering = useFiltering<'text' | 'country'>();
  const { search, of } = filtering;
  const customers = useRead(['customers', 'list', search], '/customers', {
    query: search,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead title={title} about={texts.about} />
      <Filters {...filtering} problem={customers.error}>
        <TextFilter {...of('text')} label={texts.search} />
        <CountryFilter {...of('country')} />
      </Filters>
      <PagedList
        query={customers}
        filtering={filtering}
        filters={['text', 'country']}
        empty={<Empty title={texts.empty} about={texts.empty_about} />}
      >
        {(items) => <CustomerTable customers={items} />}
      </PagedList>
    </>
  );
}

function CountryFilter(props: {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  const texts = useTexts(customer_texts);
  const { language } = useLanguage();
  const choices = usePaymentChoices();
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const countries = (choices?.countries ?? []).map((code) => [code, names.of(code) ?? code] as const);
  return (
    <ChoiceFilter
      {...props}
      field="country"
      label={texts.country}
      choices={countries.toSorted(([, one], [, other]) => one.localeCompare(other, language))}
    />
  );
}

function CustomerTable({ customers }: { readonly customers: readonly Customer[] }) {
  const { title } = useTexts(customers_texts);
  const texts = useTexts(customer_texts);
  const { language } = useLanguage();
  const { path } = useFrame();
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const columns: readonly Column<Customer>[] = [
    {
      key: 'customer',
      title: texts.customer,
      is_main: true,
      show: (customer) => (
        <Link
          to="/$merchant_id/$mode/customers/$customer_id"
          params={{ ...path, customer_id: customer.id }}
          className="row-link"
        >
          {calledOf(customer) ?? texts.nameless}
        </Link>
      ),
    },
    { key: 'phone', title: texts.phone, show: (customer) => known(customer, customer.phone) },
    { key: 'email', title: texts.email, show: (customer) => known(customer, customer.email) },
    { key: 'country', title: texts.country, show: ({ country }) => country && names.of(country) },
    {
      key: 'first_seen',
      title: texts.first_seen,
      align: 'end',
      show: ({ created_at }) => <When at={created_at} />,
    },
  ];
  return <DataTable caption={title} columns={columns} rows={customers} keyOf={({ id }) => id} />;
}

/** Marks a text that is already the row's title, so that a card does not repeat it. */
function known(customer: Customer, text: string | null) {
  if (text === null) return null;
  return <span className={text === calledOf(customer) ? 'said-above' : undefined}>{text}</span>;
}

/** The customer's name, or else their phone number or e-mail address; null if none is known. */
export function calledOf(customer: Pick<Customer, 'first_name' | 'last_name' | 'phone' | 'email'>) {
  return nameOf(customer) || customer.phone || customer.email;
}

/** The name of a customer; empty if unknown. */
export function nameOf({ first_name, last_name }: Pick<Customer, 'first_name' | 'last_name'>): string {
  return [first_name, last_name].filter((part) => part !== null).join(' ');
}
