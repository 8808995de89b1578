import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { paths } from '../../api/schema.d.ts';
import { useFiltering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Amount } from '../../parts/amount.tsx';
import { book_texts } from '../../parts/book-texts.ts';
import { CsvLink, withQuery } from '../../parts/csv-link.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { endOfDay, startOfDay } from '../../parts/day.ts';
import { DayFilter, Filters } from '../../parts/filters.tsx';
import { Pager } from '../../parts/pager.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { part_texts } from '../../parts/texts.ts';
import { When } from '../../parts/when.tsx';
import { wordOf } from '../../parts/word-of.ts';
import { balance_texts } from './page-texts.ts';

const address = '/dashboard/api/{merchant_id}/{mode}/balances/{currency}/statement' as const;
type Answer = paths[typeof address]['get']['responses'][200]['content']['application/json'];
type StatementData = Answer['data'];
type Movement = StatementData['items'][number];

/** The statement of one currency; of the current month by default. */
export function Statement({ currency }: { readonly currency: string }) {
  const texts = useTexts(balance_texts);
  const parts = useTexts(part_texts);
  const { path } = useFrame();
  const { search, set, goTo } = useFiltering<'currency' | 'from' | 'until'>();
  const from = search.from ?? firstOfMonth(new Date());
  const since = startOfDay(from) ?? new Date(0).toISOString();
  const period = { since, until: endOfDay(search.until) };
  const query = { ...period, cursor: search.cursor };
  // The key begins with `balances` because balances change with every payment: whenever the balances are read
  // again, so is the statement.
  const statement = useRead(['balances', currency, query], '/balances/{currency}/statement', {
    path: { currency },
    query,
    placeholderData: keepPreviousData,
  });
  const file = `/dashboard/api/${path.merchant_id}/${path.mode}/balances/${currency}/statement/export`;
  return (
    <section>
      <div className="statement-head">
        <h2>{texts.statement(currency)}</h2>
        <CsvLink href={withQuery(file, period)} />
      </div>
      <Filters
        is_set={search.from !== undefined || search.until !== undefined}
        clear={() => set({ from: undefined, until: undefined })}
        problem={statement.error}
      >
        <DayFilter field="since" label={parts.from} value={from} onChange={(day) => set({ from: day })} />
        <DayFilter
          field="until"
          label={parts.until}
          value={search.until}
          onChange={(day) => set({ until: day })}
        />
      </Filters>
      <QueryView query={statement} filters={['since', 'until']}>
        {(known) => (
          <>
            <Totals statement={known} />
            {known.items.length === 0 ? (
              <p className="quiet">{texts.nothing_moved}</p>
            ) : (
              <Movements movements={known.items} currency={currency} />
            )}
            <Pager cursor={search.cursor} next_cursor={known.next_cursor} go={goTo} />
          </>
        )}
      </QueryView>
    </section>
  );
}

function Totals({ statement }: { readonly statement: StatementData }) {
  const texts = useTexts(balance_texts);
  const books = useTexts(book_texts);
  const { currency, opening, closing, totals } = statement;
  return (
    <dl className="card statement-totals">
      <div>
        <dt>{texts.opening}</dt>
        <dd>
          <Amount amount={opening} currency={currency} />
        </dd>
      </div>
      {totals.map(({ kind, count, amount }) => (
        <div key={kind}>
          <dt>
            {wordOf(books.kinds, kind)} <span className="quiet statement-count">{texts.count(count)}</span>
          </dt>
          <dd>
            <Amount amount={amount} currency={currency} />
          </dd>
        </div>
      ))}
      <div>
        <dt>{texts.closing}</dt>
        <dd>
          <Amount amount={closing} currency={currency} />
        </dd>
      </div>
    </dl>
  );
}

function Movements({ movements, currency }: { movements: readonly Movement[]; currency: string }) {
  const texts = useTexts(balance_texts);
  const books = useTexts(book_texts);
  const { path } = useFrame();
  const columns: readonly Column<Movement>[] = [
    {
      key: 'what',
      title: texts.what,
      is_main: true,
      show: ({ kind, payment_id, payout_id }) => {
        const words = wordOf(books.kinds, kind);
        if (payment_id !== null) {
          return (
            <Link
              to="/$merchant_id/$mode/payments/$payment_id"
              params={{ ...path, payment_id }}
              className="row-link"
            >
              {words}
            </Link>
          );
        }
        if (payout_id === null) return words;
        return (
          <Link
            to="/$merchant_id/$mode/payouts/$payout_id"
            params={{ ...path, payout_id }}
            className="row-link"
          >
            {words}
          </Link>
        );
      },
    },
    { key: 'when', title: texts.when, show: ({ created_at }) => <When at={created_at} precise /> },
    {
      key: 'amount',
      title: texts.amount,
      align: 'end',
      show: ({ amount }) => <Amount amount={amount} currency={currency} />,
    },
  ];
  return (
    <DataTable
      caption={texts.statement(currency)}
      columns={columns}
      rows={movements}
      keyOf={({ id }) => id}
    />
  );
}

function firstOfMonth(now: Date): string {
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-01`;
}
