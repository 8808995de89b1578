import type { Entry } from '../books.ts';
import type { SimulatorReply } from '../contract.ts';
import { json } from '../reply.ts';
import type { Session, WaveOptions } from './contract.ts';
import type { PayoutExtra } from './payouts.ts';

interface Item {
  readonly timestamp: string;
  readonly transaction_id: string;
  readonly transaction_type: string;
  readonly amount: string;
  readonly fee: string;
  readonly client_reference: unknown;
  readonly checkout_api_session_id?: string;
}

/** `GET /v1/transactions?date=&after=`: one day, page by page, oldest first. */
export function listTransactions(
  options: WaveOptions,
  sessions: readonly Session[],
  payouts: readonly Entry<PayoutExtra>[],
  query: URLSearchParams,
): SimulatorReply {
  const { currency, page_size } = options;
  const date = query.get('date') ?? '';
  const items = [...sessions.flatMap((one) => itemsOf(one, options)), ...payouts.flatMap(payoutItems)]
    .filter(({ timestamp }) => timestamp.startsWith(date))
    .sort((left, right) => left.timestamp.localeCompare(right.timestamp));
  const from = Number(query.get('after') ?? 0);
  const page = items.slice(from, from + page_size);
  const end = from + page.length;
  return json(200, {
    page_info: { start_cursor: String(from), end_cursor: String(end), has_next_page: end < items.length },
    date,
    items: page.map(({ transaction_type, ...item }) => ({
      ...item,
      ...(options.list_has_types && { transaction_type }),
      ...{ currency, is_reversal: false, balance: '0' },
    })),
  });
}

function itemsOf(
  { id, shown, completed_at, transaction_id, moved_amount, refund }: Session,
  { listed_fee_percent }: WaveOptions,
): Item[] {
  if (!completed_at || transaction_id === null) return [];
  const { client_reference } = shown;
  const { amount, fee } = netOf(moved_amount ?? '0', listed_fee_percent);
  const common = { client_reference, checkout_api_session_id: id, fee };
  const paid: Item = {
    ...common,
    timestamp: completed_at.toISOString(),
    transaction_id,
    transaction_type: 'api_checkout',
    amount,
  };
  if (!refund) return [paid];
  return [
    paid,
    {
      ...common,
      timestamp: refund.at.toISOString(),
      transaction_id: refund.transaction_id,
      transaction_type: 'api_checkout_refund',
      amount: `-${amount}`,
    },
  ];
}

/** Splits an amount into what the list shows as the amount and as the fee. */
function netOf(gross: string, fee_percent: bigint): { readonly amount: string; readonly fee: string } {
  if (fee_percent === 0n) return { amount: gross, fee: '0' };
  const fee = (BigInt(gross) * fee_percent) / 100n;
  return { amount: String(BigInt(gross) - fee), fee: String(fee) };
}

function payoutItems({
  status,
  created_at,
  provider_reference,
  moved_amount,
  extra,
}: Entry<PayoutExtra>): Item[] {
  if (status !== 'success') return [];
  const { client_reference } = extra.fields;
  return [
    {
      timestamp: created_at.toISOString(),
      transaction_id: `T_${provider_reference}`,
      transaction_type: 'api_payout',
      amount: `-${moved_amount}`,
      fee: '50',
      client_reference,
    },
  ];
}
