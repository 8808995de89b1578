import { describeSamples, initializeLoad, type Load, medianRate, runLoad, type Sample } from '../run-load.ts';
import type { RunningService } from '../start-service.ts';

const connections = 64;
const round_s = 5;
const rounds = 3;
const objects = 500;
/** The number of payments that are paid, so that the feed has events. */
const events = 200;
const page_size = 20;

/**
 * Measures reads, compared with a response of the same server that needs no database. The rounds are interleaved.
 *
 * @returns lines to print
 */
export async function measureReads(service: RunningService): Promise<string[]> {
  const { tokens, ids } = await makeObjects(service, objects);
  const starts = await makeEvents(service, (await makeObjects(service, events)).tokens);
  const headers = { authorization: `Bearer ${service.test_key}` };
  const base = { url: service.url, method: 'GET' as const, headers, connections, duration_s: round_s };
  const loads: Readonly<Record<string, Load>> = {
    'GET /healthz, no database': { ...base, paths: ['/healthz'] },
    'GET /v1/payments/{id}': { ...base, paths: ids.map((id) => `/api/v1/payments/${id}`) },
    'GET /v1/payments/{id}/verify': { ...base, paths: ids.map((id) => `/api/v1/payments/${id}/verify`) },
    'GET /v1/checkout/{token}': { ...base, paths: tokens.map((token) => `/api/v1/checkout/${token}`) },
    [`GET /v1/events, ${page_size} of ${events}`]: {
      ...base,
      paths: starts.map((id) => `/api/v1/events?after=${id}&limit=${page_size}`),
    },
  };
  const samples = new Map<string, Sample[]>(Object.keys(loads).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, load] of Object.entries(loads)) samples.get(name)?.push(await runLoad(load));
  }
  const [yardstick = [], ...reads] = [...samples.values()];
  return [
    `reads of ${objects} pending payments, ${connections} connections, ${rounds} rounds of ${round_s} s, medians`,
    ...[...samples].map(([name, rows]) => describeSamples(name, rows)),
    `  ratios to GET /healthz: ${reads
      .map((rows) => (medianRate(rows) / medianRate(yardstick)).toFixed(2))
      .join(', ')}`,
  ];
}

async function makeObjects(
  service: RunningService,
  count: number,
): Promise<{ tokens: string[]; ids: string[] }> {
  const { paths, headers, body } = initializeLoad(service, { connections: 1, duration_s: 1 });
  const tokens: string[] = [];
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const answer = await fetch(service.url + paths[0], {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { data } = (await answer.json()) as { data: { session_token: string } };
    const seen = await fetch(`${service.url}/api/v1/checkout/${data.session_token}`);
    const session = (await seen.json()) as { data: { payment: { id: string } } };
    tokens.push(data.session_token);
    ids.push(session.data.payment.id);
  }
  return { tokens, ids };
}

/**
 * Pays sessions in the sandbox. @returns the ids of the events that are followed by at least one full page of
 * events
 */
async function makeEvents(service: RunningService, tokens: readonly string[]): Promise<string[]> {
  for (const token of tokens) {
    const answer = await fetch(`${service.url}/api/v1/checkout/${token}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ operator: 'mtn_ci', phone: '+2250504030200' }),
    });
    if (!answer.ok) throw new Error(`paying failed with ${answer.status}: ${await answer.text()}`);
  }
  const ids: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const answer = await fetch(`${service.url}/api/v1/events?limit=100${after && `&after=${after}`}`, {
      headers: { authorization: `Bearer ${service.test_key}` },
    });
    const { data } = (await answer.json()) as {
      data: { items: { id: string }[]; next_cursor: string | null };
    };
    ids.push(...data.items.map(({ id }) => id));
    after = data.next_cursor;
  }
  return ids.slice(0, -page_size);
}
