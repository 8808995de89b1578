import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type pg from 'pg';
import { measureOpen } from '../collect/measure-open.ts';
import { insertOpen, makeAllDue, moveInquiries, readOpen } from '../collect/queries.ts';
import { initializeLoad, runLoad } from '../run-load.ts';
import type { Usage } from '../whole/usage.ts';
import type { Flood, FloodSample } from './callbacks.ts';
import { insertPassing, isBusy, readAsked, readDone, readExpirySpan } from './queries.ts';
import { referenceOf } from './reference.ts';
import { type Stage, setStage } from './stage.ts';

const run = promisify(execFile);
const turns = 2;
const callbacks = 3_000;
/** The number of connections over which the provider sends callbacks. */
const callback_connections = 32;
const sessions = 20_000;
/** The time within which the sessions are written; they all expire when it is over. */
const written_within_ms = 8_000;
/** The time during which inquiries are counted without other load. */
const inquiries_s = 8;
const done_within_ms = 120_000;
const look_ms = 100;
const hour_s = 3_600;
/** Targets assume a machine that reaches this rate of bare `initialize` over the same number of connections. */
const reference_per_second = 2_650;
const connections = 64;

/**
 * Measures the throughput of a worker: callbacks that settle their payments, sessions that expire, and inquiries
 * while the API is in use. Alternates with a different checkout of the project if one is given for comparison, and
 * compares the figures with the bare `initialize`, measured within the same minutes.
 *
 * @returns lines to print
 */
export async function measureWorker(folder: string, beside?: string): Promise<string[]> {
  const stages: { readonly name: string; readonly stage: Stage }[] = [];
  const lines = ['a worker’s throughput, in one process with the API'];
  try {
    for (const one of [...(beside === undefined ? [] : [resolve(beside)]), folder]) {
      stages.push({ name: one === folder ? 'now' : 'beside', stage: await setStage(one) });
    }
    for (let turn = 0; turn < turns; turn++) {
      for (const { name, stage } of stages) {
        lines.push(...(await measureTurn(stage)).map((line) => `  ${name}: ${line}`));
      }
    }
    for (const { name, stage } of stages) {
      const { live_key, service, client, mtn } = stage;
      const shop = { url: service.url, live_key, silent_key: live_key };
      lines.push(...(await measureOpen(client, shop, mtn)).map((line) => `  ${name}: ${line.trim()}`));
      lines.push(`  ${name}: ${await measureInquiries(stage)}`);
    }
    return lines;
  } finally {
    for (const { stage } of stages) await stage.close();
  }
}

async function measureTurn(stage: Stage): Promise<string[]> {
  const { per_second } = await runLoad(initializeLoad(stage.service, { connections, duration_s: 6 }));
  const share = (of: number, at: number): string =>
    `${Math.round(of)}/s (${(of / ((at * per_second) / reference_per_second)).toFixed(2)} of the target)`;
  const flood = await measureCallbacks(stage);
  const expiry = await measureExpiry(stage);
  return [
    `initialize, ${connections} connections: ${Math.round(per_second)}/s`,
    `callbacks settled: ${share(flood.per_second, 500)}, accepted in p99 ${flood.p99_ms.toFixed(0)} ms; ${flood.used}`,
    `sessions expired: ${share(expiry.per_second, 10_000)}; ${expiry.used}`,
  ];
}

async function measureCallbacks(stage: Stage) {
  const { client, service, usage } = stage;
  await payAtWave(stage);
  const seed = randomBytes(4).toString('hex');
  const due_at = new Date(Date.now() + hour_s * 1000);
  const attempts = Array.from({ length: callbacks }, (_, nth) => {
    return { reference: referenceOf(seed, nth), created_at: new Date(), inquiries: 1, due_at };
  });
  const { account_id, charged_minor } = await readAsked(client);
  await insertOpen(client, attempts);
  const before = await readDone(client);
  const from = await usage();
  const began_ms = performance.now();
  const flood: Flood = {
    ...{ url: `${service.url}/callbacks/wave/${account_id}`, secret: stage.wave_secret, seed },
    ...{ count: callbacks, amount: charged_minor, connections: callback_connections },
  };
  const script = new URL('callbacks.ts', import.meta.url).pathname;
  const { stdout } = await run(process.execPath, [script, JSON.stringify(flood)]);
  await untilDone(client);
  const per_second = (callbacks * 1000) / (performance.now() - began_ms);
  const used = describe(from, await usage(), callbacks);
  const { paid, told } = await readDone(client);
  if (paid - before.paid < callbacks || told !== paid)
    throw new Error(`${told} of ${paid} payments were announced`);
  return { per_second, p99_ms: (JSON.parse(stdout) as FloodSample).p99_ms, used };
}

/** Starts one payment with Wave, from which the others are copied. */
async function payAtWave({ service, live_key }: Stage): Promise<void> {
  const post = async (path: string, headers: Record<string, string>, body: object): Promise<Response> => {
    const answer = await fetch(`${service.url}/api/v1/checkout/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} responded with ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const session = { amount: 25_000, currency: 'XOF', return_url: 'https://shop.example/return' };
  const made = await post('initialize', { authorization: `Bearer ${live_key}` }, session);
  const { data } = (await made.json()) as { data: { session_token: string } };
  await post(`${data.session_token}/pay`, {}, { operator: 'wave_sn', phone: '+221770000001' });
}

async function measureExpiry({ client, usage }: Stage) {
  const before = await readDone(client);
  const expires_at = new Date(Date.now() + written_within_ms);
  await insertPassing(client, { seed: randomBytes(4).toString('hex'), count: sessions, expires_at });
  const from = await usage();
  await setTimeout(Math.max(0, expires_at.getTime() - Date.now()));
  await untilDone(client);
  const used = describe(from, await usage(), sessions);
  const { expired } = await readDone(client);
  if (expired - before.expired !== sessions) throw new Error(`${expired - before.expired} sessions expired`);
  return { per_second: sessions / (await readExpirySpan(client, expires_at)), used };
}

async function measureInquiries({ client, usage }: Stage): Promise<string> {
  await makeAllDue(client);
  const from = { ...(await usage()), ...(await readOpen(client)) };
  await setTimeout(inquiries_s * 1000);
  const to = { ...(await usage()), ...(await readOpen(client)) };
  await moveInquiries(client, hour_s);
  const made = to.inquiries - from.inquiries;
  return `all due at once, no other load: ${Math.round(made / inquiries_s)} inquiries a second; ${describe(from, to, made)}`;
}

/** @throws Error if the worker is still busy after {@link done_within_ms} */
async function untilDone(client: pg.Client): Promise<void> {
  const give_up_ms = performance.now() + done_within_ms;
  while (await isBusy(client)) {
    if (performance.now() > give_up_ms) throw new Error('after two minutes the worker is still busy');
    await setTimeout(look_ms);
  }
}

function describe(from: Usage, to: Usage, items: number): string {
  const each = (key: 'commits' | 'wal_bytes'): number => (to[key] - from[key]) / items;
  const cpu = (key: 'service_ms' | 'postgres_ms'): string => {
    const [before, after] = [from[key], to[key]];
    return before === null || after === null ? 'unknown' : ((after - before) / items).toFixed(3);
  };
  return `each CPU ms ${cpu('service_ms')} (service) and ${cpu('postgres_ms')} (PostgreSQL), commits ${each('commits').toFixed(2)}, WAL ${(each('wal_bytes') / 1024).toFixed(1)} KB`;
}
