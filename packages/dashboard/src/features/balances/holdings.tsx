import type { paths } from '../../api/schema.d.ts';
import { useRead } from '../../app/use-read.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Amount } from '../../parts/amount.tsx';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { When } from '../../parts/when.tsx';
import { holding_texts } from './holding-texts.ts';

const address = '/dashboard/api/{merchant_id}/{mode}/ledger/holdings' as const;
type Holding =
  paths[typeof address]['get']['responses'][200]['content']['application/json']['data']['items'][number];

/**
 * The providers' balances next to those in the books, as last compared; empty if they were never compared, as in
 * test mode.
 */
export function Holdings() {
  const texts = useTexts(holding_texts);
  const { data } = useRead(['balances', 'holdings'], '/ledger/holdings');
  if (!data || data.items.length === 0) return null;
  const columns: readonly Column<Holding>[] = [
    {
      key: 'account',
      title: texts.account,
      is_main: true,
      show: ({ name, problem }) => (
        <div className="movement-what">
          <span>{name}</span>
          {problem !== null && <small className="quiet">{texts.not_asked(problem)}</small>}
        </div>
      ),
    },
    {
      key: 'reported',
      title: texts.reported,
      align: 'end',
      show: ({ reported, currency }) => <Amount amount={reported} currency={currency} />,
    },
    {
      key: 'booked',
      title: texts.booked,
      align: 'end',
      show: ({ booked, currency }) => <Amount amount={booked} currency={currency} />,
    },
    { key: 'drift', title: texts.drift, show: (holding) => <Drift holding={holding} /> },
    { key: 'compared', title: texts.compared, show: ({ compared_at }) => <When at={compared_at} /> },
  ];
  return (
    <section className="movements">
      <div className="statement-head">
        <div>
          <h2>{texts.title}</h2>
          <p className="quiet">{texts.about}</p>
        </div>
      </div>
      <DataTable
        caption={texts.title}
        columns={columns}
        rows={data.items}
        keyOf={({ account_id, currency }) => `${account_id} ${currency}`}
      />
    </section>
  );
}

function Drift({ holding: { drift, since, currency, reported, booked } }: { readonly holding: Holding }) {
  const texts = useTexts(holding_texts);
  if (since === null) {
    return <Badge tone="good">{reported === booked ? texts.none : texts.none_in_flight}</Badge>;
  }
  return (
    <div className="movement-what">
      <Badge tone="bad">
        <Amount amount={drift} currency={currency} />
      </Badge>
      <small className="quiet">
        {texts.since} <When at={since} />
      </small>
    </div>
  );
}
