import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { percentile } from '../percentile.ts';
import { initializeLoad } from '../run-load.ts';
import { type RunningService, residentMegabytes, startService } from '../start-service.ts';
import type { Attack, Held } from './attack.ts';

const slow = 2_000;
const streams = 2_000;
const tokens = 300;
const rounds = 4;
const round_ms = 8_000;
/** The pause between two requests of a customer or merchant: the benchmark measures latency, not throughput. */
const pause_ms = 20;
const settle_ms = 3_000;

/**
 * The default rate limits. `unlimited` turns off the limits on open connections, as in versions of the service that
 * had none.
 */
const limited = { RATE_LIMIT_KEY_PER_SECOND: '100', RATE_LIMIT_IP_PER_SECOND: '20' };
const unlimited = {
  CONNECTIONS_MAX: '0',
  CONNECTIONS_PER_ADDRESS_MAX: '0',
  STREAMS_MAX: '0',
  STREAMS_PER_ADDRESS_MAX: '0',
};

/**
 * Measures `/healthz` and `checkout/initialize` while one address tries to hold 2,000 connections whose headers
 * never end and 2,000 event streams, alternating with rounds without the attack.
 *
 * @returns lines to print
 */
export async function measureAttack(): Promise<string[]> {
  const lines = [
    `one address tries ${slow} slow connections and ${streams} event streams, ${rounds} rounds in turns`,
  ];
  for (const [name, env] of [
    ['with the default limits', {}],
    ['without limits on open connections', unlimited],
  ] as const) {
    const data_dir = await mkdtemp(join(tmpdir(), 'guichet-attack-'));
    const service = await startService(data_dir, { ...limited, HOST: '127.0.0.1', ...env });
    try {
      lines.push(
        `  ${name}`,
        ...(await measure({ ...service, url: service.url.replace('localhost', '127.0.0.1') })),
      );
    } finally {
      await service.stop();
      await rm(data_dir, { recursive: true, force: true });
    }
  }
  return lines;
}

interface Waits {
  readonly healthz: number[];
  readonly initialize: number[];
}

async function measure(service: RunningService): Promise<string[]> {
  const made = await Promise.all(Array.from({ length: tokens }, () => makeToken(service)));
  const attack = { port: Number(new URL(service.url).port), tokens: made, slow, streams };
  const calm: Waits = { healthz: [], initialize: [] };
  const attacked: Waits = { healthz: [], initialize: [] };
  await measureRound(service, { healthz: [], initialize: [] });
  const rest_mb = await residentMegabytes(service.pid);
  let held: Held | undefined;
  let attacked_mb: number | null = null;
  for (let round = 0; round < rounds; round++) {
    await measureRound(service, calm);
    const attacker = await startAttack(attack);
    await measureRound(service, attacked);
    held = attacker.held();
    attacked_mb = await residentMegabytes(service.pid);
    await attacker.stop();
    await setTimeout(settle_ms);
  }
  return [
    describe('/healthz', calm.healthz, attacked.healthz),
    describe('checkout/initialize', calm.initialize, attacked.initialize),
    `    held at the end: ${held?.slow} slow connections, ${held?.streams} streams; ${held?.refused} refused, ${held?.closed} closed`,
    `    memory: ${Math.round(rest_mb ?? 0)} MB before, ${Math.round(attacked_mb ?? 0)} MB under the last attack`,
  ];
}

function describe(name: string, calm: readonly number[], attacked: readonly number[]): string {
  const times = [0.5, 0.99].map((share) => {
    const [without, under] = [percentile(calm, share), percentile(attacked, share)];
    return `p${share * 100} ${without.toFixed(1)} ms, under attack ${under.toFixed(1)} ms (${(under / without).toFixed(2)})`;
  });
  return `    ${name}: ${times.join('; ')}`;
}

/**
 * Requests both paths concurrently for a while, with one request at a time for each. @throws Error if a request
 * does not succeed
 */
async function measureRound(service: RunningService, waits: Waits): Promise<void> {
  const until_ms = performance.now() + round_ms;
  const repeat = async (into: number[], ask: () => Promise<unknown>): Promise<void> => {
    while (performance.now() < until_ms) {
      const asked_ms = performance.now();
      await ask();
      into.push(performance.now() - asked_ms);
      await setTimeout(pause_ms);
    }
  };
  await Promise.all([
    repeat(waits.healthz, () => send(`${service.url}/healthz`, {})),
    repeat(waits.initialize, () => makeToken(service)),
  ]);
}

async function makeToken(service: RunningService): Promise<string> {
  const { paths, headers, body, method } = initializeLoad(service, { connections: 1, duration_s: 1 });
  const answer = await send(`${service.url}${paths[0]}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (JSON.parse(answer) as { data: { session_token: string } }).data.session_token;
}

async function send(url: string, init: RequestInit): Promise<string> {
  const response = await fetch(url, init);
  if (response.status === 429) {
    await setTimeout(1000 * Number(response.headers.get('retry-after')));
    return send(url, init);
  }
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
  return response.text();
}

/** Starts the attacker and waits until it has attempted each connection once. */
async function startAttack(attack: Attack): Promise<{ held(): Held | undefined; stop(): Promise<void> }> {
  const script = new URL('attack.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, JSON.stringify(attack)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let held: Held | undefined;
  await new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      held = JSON.parse(line) as Held;
      if (held.is_whole) resolve();
    });
  });
  return {
    held: () => held,
    stop: async () => {
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
    },
  };
}
