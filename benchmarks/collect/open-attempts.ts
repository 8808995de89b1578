import { randomUUID } from 'node:crypto';
import { inquiry_waits_ms } from '@guichet/core/testing';
import { systemClock } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { makeHttp } from '@guichet/operators/http/make-http';
import { mtnMomo } from '@guichet/operators/mtn-momo/index';
import type pg from 'pg';
import { insertOpen, type OpenAttempt } from './queries.ts';
import type { StartedSimulator } from './start-simulator.ts';

/** The period during which customers were prompted but did not decide. */
const silence_ms = 60 * 60_000;
const at_once = 32;

/**
 * Creates undecided attempts, as if an operator had been silent for an hour while payments continued. Their ages
 * are evenly spread, and their inquiries are made and due according to the schedule. Each attempt is also submitted
 * to the simulator.
 */
export async function openAttempts(
  client: pg.Client,
  { account }: StartedSimulator,
  count: number,
): Promise<void> {
  const now_ms = Date.now();
  const attempts = Array.from({ length: count }, (_, nth) =>
    draft(now_ms, ((nth + 0.5) / count) * silence_ms),
  );
  const { http, close } = makeHttp();
  const connector = mtnMomo.open(account, {
    clock: systemClock,
    http,
    callback_url: 'http://localhost:9/callbacks/mtn-momo/cac_1',
  });
  let next = 0;
  const ask = async (): Promise<void> => {
    for (let attempt = attempts[next++]; attempt; attempt = attempts[next++]) {
      const { outcome } = await connector.collect(
        {
          reference: attempt.reference,
          operator: 'mtn_ci',
          phone: '+2250548151600',
          money: { amount_minor: 25_500n, currency: asCurrency('XOF') },
          description: 'Benchmark',
          otp: null,
          page_url: 'http://localhost:9/',
          return_url: 'http://localhost:9/',
          session_expires_at: new Date(now_ms),
        },
        AbortSignal.timeout(10_000),
      );
      if (outcome.kind !== 'pending') throw new Error(`collect returned ${outcome.kind}`);
    }
  };
  await Promise.all(Array.from({ length: at_once }, ask));
  await close();
  await insertOpen(client, attempts);
}

function draft(now_ms: number, age_ms: number): OpenAttempt {
  let inquiries = 0;
  let due_ms = inquiry_waits_ms[0] ?? 0;
  while (due_ms < age_ms) due_ms += inquiry_waits_ms[++inquiries] ?? silence_ms;
  const created_ms = now_ms - age_ms;
  return {
    reference: randomUUID(),
    created_at: new Date(created_ms),
    inquiries,
    due_at: new Date(created_ms + due_ms),
  };
}
