import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { paths } from '../../api/schema.d.ts';
import { sendOnce } from '../../api/send-once.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';

const base = '/dashboard/api/{merchant_id}/{mode}' as const;
type Links = paths[`${typeof base}/payment-links`];
type OneLink = paths[`${typeof base}/payment-links/{id}`];

export type SharedLink = OneLink['get']['responses'][200]['content']['application/json']['data'];
export type PaymentLink = SharedLink['payment_link'];
export type ShareText = SharedLink['shares'][number];
export type LinkInput = NonNullable<Links['post']>['requestBody']['content']['application/json'];
type Changes = NonNullable<OneLink['post']>['requestBody']['content']['application/json'];
/** The changes of a link; null removes a field. */
export type LinkChanges = { readonly [Field in keyof Changes]: Changes[Field] | null };

/** Reads a payment link with its texts. */
export function usePaymentLink(id: string) {
  return useRead(['payment_links', id], '/payment-links/{id}', { path: { id } });
}

/** Reads the currencies that a link can have. */
export function useLinkOptions() {
  return useRead(['payment-link-options'], '/payment-link-options', { staleTime: Number.POSITIVE_INFINITY });
}

/** The actions for payment links; each refreshes them. */
export function usePaymentLinkVerbs() {
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  const refresh = async <Data>(call: Promise<{ readonly data: Data }>): Promise<Data> => {
    const { data } = await call;
    await query_client.invalidateQueries({ queryKey: keyOf('payment_links') });
    return data;
  };
  return {
    /** Creates a link. Sending the same one again after a lost response does not create another. */
    create: (body: LinkInput): Promise<SharedLink> =>
      refresh(
        sendOnce({ path, payment_link: body }, (key) =>
          api.POST(`${base}/payment-links`, { params: { path }, body, headers: { 'idempotency-key': key } }),
        ),
      ),
    update: (id: string, changes: LinkChanges): Promise<SharedLink> =>
      refresh(
        sendOnce({ path, id, changes }, (key) =>
          api.POST(`${base}/payment-links/{id}`, {
            params: { path: { ...path, id } },
            // The document describes a link; in an update, null removes a field.
            body: changes as Changes,
            headers: { 'idempotency-key': key },
          }),
        ),
      ),
  };
}
