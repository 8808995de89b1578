import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../../api/client.ts';
import type { paths } from '../../api/schema.d.ts';
import { sendOnce } from '../../api/send-once.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';

const address = '/dashboard/api/{merchant_id}/{mode}/trials' as const;

export type TrialInput = NonNullable<
  paths[typeof address]['post']
>['requestBody']['content']['application/json'];
export type TrialOptions = NonNullable<ReturnType<typeof useTrialOptions>['data']>;

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
    start: (body: TrialInput): void => {
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
    mutationFn: (body: TrialInput) =>
      sendOnce({ path, trial: body }, (key) =>
        api.POST(address, { params: { path }, body, headers: { 'idempotency-key': key } }),
      ),
    onSuccess: async ({ data }) => {
      onStarted(data.payment_id);
      await query_client.invalidateQueries({ queryKey: keyOf('payments') });
    },
  });
}
