import { signatureOf } from '@guichet/operators/wave/sign';
import { Agent, request } from 'undici';
import { percentile } from '../percentile.ts';
import { referenceOf } from './reference.ts';

/** Callbacks that a provider sends. */
export interface Flood {
  /** The address for the account's callbacks. */
  readonly url: string;
  readonly secret: string;
  readonly seed: string;
  readonly count: number;
  /** In whole units of a currency that has no decimals. */
  readonly amount: string;
  readonly connections: number;
}

/** The pace at which the service accepted the callbacks. */
export interface FloodSample {
  readonly per_second: number;
  readonly p99_ms: number;
}

/**
 * Generates load in a separate process: Wave's reports that customers have paid. Takes a `Flood` as JSON and prints
 * a `FloodSample`; exits with an error at the first refusal.
 */
const flood = JSON.parse(process.argv[2] ?? '') as Flood;
const agent = new Agent({ connections: flood.connections });
const times: number[] = [];

async function tell(nth: number): Promise<void> {
  const at_s = Math.floor(Date.now() / 1000);
  const data = {
    id: `cos-${flood.seed}${nth}`,
    amount: flood.amount,
    checkout_status: 'complete',
    client_reference: referenceOf(flood.seed, nth),
    currency: 'XOF',
    error_url: 'https://pay.example.com/pay/token',
    success_url: 'https://pay.example.com/pay/token',
    last_payment_error: null,
    business_name: 'Boutique Exemple',
    payment_status: 'succeeded',
    transaction_id: `T_${flood.seed}${nth}`,
    aggregated_merchant_id: null,
    restrict_payer_mobile: null,
    wave_launch_url: 'https://pay.wave.com/c/cos-1',
    when_created: '2026-01-02T10:00:00Z',
    when_expires: '2026-01-02T10:30:00Z',
    when_completed: '2026-01-02T10:03:11Z',
  };
  const body = JSON.stringify({ id: `EV_${flood.seed}${nth}`, type: 'checkout.session.completed', data });
  const headers = {
    'content-type': 'application/json',
    'wave-signature': `t=${at_s},v1=${signatureOf(flood.secret, `${at_s}${body}`)}`,
  };
  const asked_ms = performance.now();
  const answer = await request(flood.url, { method: 'POST', dispatcher: agent, headers, body });
  const text = await answer.body.text();
  times.push(performance.now() - asked_ms);
  if (answer.statusCode >= 300) throw new Error(`a callback got the response ${answer.statusCode}: ${text}`);
}

let next = 0;
const began_ms = performance.now();
await Promise.all(
  Array.from({ length: flood.connections }, async () => {
    while (next < flood.count) await tell(next++);
  }),
);
const took_ms = performance.now() - began_ms;
await agent.close();
const sample: FloodSample = { per_second: (flood.count * 1000) / took_ms, p99_ms: percentile(times, 0.99) };
console.log(JSON.stringify(sample));
