import { randomUUID } from 'node:crypto';
import { systemClock } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import type { LookupRequest } from '@guichet/operators/contract';
import { recordExchanges } from '@guichet/operators/http/exchanges';
import { makeHttp } from '@guichet/operators/http/make-http';
import { mtnMomo } from '@guichet/operators/mtn-momo/index';
import { Agent, request } from 'undici';
import { percentile } from '../percentile.ts';

/** The settings of a process that measures the connector. */
export interface LatencySetting {
  readonly account: Readonly<Record<string, string | number | boolean>>;
  /** The number of calls of each kind, made sequentially. */
  readonly calls: number;
}

/** The durations of one kind of call, in microseconds. */
export interface LatencySample {
  readonly name: string;
  readonly p50_us: number;
  readonly p99_us: number;
}

/**
 * Alternates calls through the connector with the same calls through undici alone. Runs in a separate process,
 * takes a `LatencySetting` as JSON and prints the samples as one JSON line.
 */
const { account, calls } = JSON.parse(process.argv[2] ?? '') as LatencySetting;
const warming = Math.ceil(calls / 4);
const phone = '+2250548151600';
const money = { amount_minor: 25_000n, currency: asCurrency('XOF') };

const client = makeHttp();
const connector = mtnMomo.open(account, {
  clock: systemClock,
  http: client.http,
  callback_url: 'http://localhost:9/callbacks/mtn-momo/cac_1',
});
const agent = new Agent({ connections: 32 });
const bare = await bareHeaders();
const signal = (): AbortSignal => AbortSignal.timeout(10_000);

const kinds: Readonly<Record<string, (reference: string) => Promise<unknown>>> = {
  'collect, bare HTTP call': (reference) =>
    askBarely('POST', '/collection/v1_0/requesttopay', 202, {
      headers: {
        ...bare,
        'content-type': 'application/json',
        'x-reference-id': reference,
        'x-callback-url': `http://localhost:9/callbacks/mtn-momo/cac_1/${reference}`,
      },
      body: JSON.stringify({
        amount: '25000',
        currency: 'XOF',
        externalId: reference.replaceAll('-', ''),
        payer: { partyIdType: 'MSISDN', partyId: phone.slice(1) },
        payerMessage: 'Benchmark',
        payeeNote: 'Benchmark',
      }),
    }),
  'collect, connector': (reference) =>
    kept(async () => {
      const asked = {
        ...lookupOf(reference),
        description: 'Benchmark',
        otp: null,
        page_url: 'http://localhost:9/',
        return_url: 'http://localhost:9/',
      };
      const { outcome } = await connector.collect({ ...asked, session_expires_at: new Date() }, signal());
      if (outcome.kind !== 'pending') throw new Error(`collect returned ${outcome.kind}`);
    }),
  'inquiry, bare HTTP call': (reference) =>
    askBarely('GET', `/collection/v1_0/requesttopay/${reference}`, 200, { headers: bare }),
  'inquiry, connector': (reference) =>
    kept(async () => {
      const { outcome } = await connector.lookup(lookupOf(reference), signal());
      if (outcome.kind !== 'pending') throw new Error(`an inquiry returned ${outcome.kind}`);
    }),
};

const times = new Map<string, number[]>(Object.keys(kinds).map((name) => [name, []]));
for (let count = -warming; count < calls; count++) {
  const [asked, other] = [randomUUID(), randomUUID()];
  for (const [name, ask] of Object.entries(kinds)) {
    const started_ms = performance.now();
    await ask(name.endsWith('connector') ? asked : other);
    if (count >= 0) times.get(name)?.push((performance.now() - started_ms) * 1000);
  }
}
await client.close();
await agent.close();
const samples: LatencySample[] = [...times].map(([name, us]) => ({
  name,
  p50_us: percentile(us, 0.5),
  p99_us: percentile(us, 0.99),
}));
console.log(JSON.stringify(samples));

/** Calls the connector as core does, with a redacted recording of the exchange. */
function kept(run: () => Promise<void>): Promise<unknown> {
  return recordExchanges([phone], run);
}

function lookupOf(reference: string): LookupRequest {
  const created_at = new Date();
  return {
    direction: 'collect',
    reference,
    provider_reference: null,
    operator: 'mtn_ci',
    phone,
    money,
    created_at,
  };
}

async function bareHeaders(): Promise<Record<string, string>> {
  const key = { 'ocp-apim-subscription-key': String(account.collection_subscription_key) };
  const basic = Buffer.from(`${account.api_user}:${account.api_key}`).toString('base64');
  const text = await askBarely('POST', '/collection/token/', 200, {
    headers: { ...key, authorization: `Basic ${basic}` },
  });
  const { access_token } = JSON.parse(text) as { access_token: string };
  return {
    ...key,
    authorization: `Bearer ${access_token}`,
    'x-target-environment': String(account.target_environment),
  };
}

async function askBarely(
  method: 'GET' | 'POST',
  path: string,
  expected: number,
  options: { readonly headers: Record<string, string>; readonly body?: string },
): Promise<string> {
  const { statusCode, body } = await request(`${account.base_url}${path}`, {
    method,
    dispatcher: agent,
    ...options,
  });
  const text = await body.text();
  if (statusCode !== expected) throw new Error(`${path} responded with ${statusCode}: ${text}`);
  return text;
}
