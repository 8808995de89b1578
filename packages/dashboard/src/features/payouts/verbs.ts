import { useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import type { paths } from '../../api/schema.d.ts';
import { sendOnce } from '../../api/send-once.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';

const base = '/dashboard/api/{merchant_id}/{mode}' as const;

export type Answers<Path extends keyof paths> = paths[Path] extends {
  readonly get: { responses: { 200: { content: { 'application/json': { data: infer Data } } } } };
}
  ? Data
  : never;

export type Payout = Answers<`${typeof base}/payouts`>['items'][number];
export type PayoutDetail = Answers<`${typeof base}/payouts/{id}`>;
export type PayoutOptions = Answers<`${typeof base}/payout-options`>;
export type PayoutInput = NonNullable<
  paths[`${typeof base}/payouts`]['post']
>['requestBody']['content']['application/json'];

type RuleInput = NonNullable<
  paths[`${typeof base}/payout-rules/{currency}`]['put']
>['requestBody']['content']['application/json'];

/** The current options for a payout, by currency. */
export function usePayoutOptions() {
  // Keyed under balances: like them, the options change with every payment.
  return useRead(['balances', 'payout-options'], '/payout-options');
}

/** The actions for payouts; each action refreshes the payouts. */
export function usePayoutVerbs() {
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  const refresh = async <Data>(call: Promise<Data>): Promise<Data> => {
    const data = await call;
    await Promise.all(
      ['payouts', 'balances', 'approval_changes'].map((noun) =>
        query_client.invalidateQueries({ queryKey: keyOf(noun) }),
      ),
    );
    return data;
  };
  return {
    /** Creates a payout. Sending the same one again after a lost response does not create another. */
    order: (body: PayoutInput) =>
      refresh(
        sendOnce({ path, payout: body }, (key) =>
          api.POST(`${base}/payouts`, { params: { path }, body, headers: { 'idempotency-key': key } }),
        ),
      ),
    decide: (id: string, body: { readonly decision: 'approve' | 'refuse'; readonly note?: string }) =>
      refresh(read(api.POST(`${base}/payouts/{id}/decision`, { params: { path: { ...path, id } }, body }))),
    resolve: (
      id: string,
      body: {
        readonly verdict: 'paid' | 'not_paid' | 'reversed' | 'settled';
        readonly note: string;
        readonly proof?: string;
      },
    ) =>
      refresh(
        read(api.POST(`${base}/payouts/{id}/resolutions`, { params: { path: { ...path, id } }, body })),
      ),
    setRule: (currency: string, body: RuleInput) =>
      refresh(
        read(api.PUT(`${base}/payout-rules/{currency}`, { params: { path: { ...path, currency } }, body })),
      ),
  };
}
