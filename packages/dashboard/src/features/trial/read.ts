import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, read } from '../../api/client.ts';
import type { paths } from '../../api/schema.d.ts';
import { sendOnce } from '../../api/send-once.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';

const address = '/dashboard/api/{merchant_id}/{mode}/trials' as const;

export type TrialInput = NonNullable<
  paths[typeof address]['post']
>['requestBody']['content']['application/json'];
export type TrialOptions = NonNullable<ReturnType<typeof useTrialOptions>['data']>;

const options_address = '/dashboard/api/{merchant_id}/{mode}/trial-options' as const;

/** Reads what a trial can be made with. */
export function useTrialOptions() {
  return useRead(['trial-options'], '/trial-options', { staleTime: Number.POSITIVE_INFINITY });
}

/** While a payment is open, it is also read this often: an inquiry may change it without a message to this page. */
const follow_ms = 5_000;

/** Reads a trial's payment, as it changes. @param id null before there is one */
export function useTrialPayment(id: string | null) {
  return useRead(['payments', id], '/payments/{id}', {
    path: { id: id ?? '' },
    enabled: id !== null,
    refetchInterval: follow_ms,
  });
}

/** Makes the function that reads the usual currency and amount when they are needed, and not before. */
export function useReadUsual(): () => Promise<{ readonly amount: number; readonly currency: string }> {
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  return async () => {
    const { currency, currencies } = await query_client.fetchQuery({
      queryKey: keyOf('trial-options'),
      queryFn: () => read(api.GET(options_address, { params: { path } })),
      staleTime: Number.POSITIVE_INFINITY,
    });
    return { currency, amount: currencies.find((one) => one.currency === currency)?.amount ?? 1 };
  };
}

/**
 * Starts a trial. Sending the same one again after a lost response does not start another, and neither does a second
 * click.
 */
export function useStartTrial(onStarted: (payment_id: string) => void) {
  const is_starting = useRef(false);
  const starting = useStarting(onStarted);
  return {
    ...starting,
    /** Starts a trial, unless one is being started. */
    start: (body: TrialInput | (() => Promise<TrialInput>)): void => {
      if (is_starting.current) return;
      is_starting.current = true;
      starting.mutate(body, {
        onSettled: () => {
          is_starting.current = false;
        },
      });
    },
  };
}

function useStarting(onStarted: (payment_id: string) => void) {
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  return useMutation({
    mutationFn: async (input: TrialInput | (() => Promise<TrialInput>)) => {
      const body = typeof input === 'function' ? await input() : input;
      return sendOnce({ path, trial: body }, (key) =>
        api.POST(address, { params: { path }, body, headers: { 'idempotency-key': key } }),
      );
    },
    onSuccess: async ({ data }) => {
      onStarted(data.payment_id);
      await query_client.invalidateQueries({ queryKey: keyOf('payments') });
    },
  });
}
