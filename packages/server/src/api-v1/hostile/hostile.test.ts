import { randomInt } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { checkLedger } from '@guichet/core/ledger/check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../../test-support/service.ts';
import { describeApi } from '../../openapi/describe.ts';
import { callApi } from '../../testing/api.ts';
import { attack, describeFinding } from './attack.ts';
import { makeJudge } from './judge.ts';
import { makeWorld, remember } from './make-world.ts';
import { readEndpoints } from './read-endpoints.ts';
import { hostileRequest } from './requests.ts';
import { makeHostileClient } from './send-hostile.ts';

const count = Number(process.env.FUZZ_REQUESTS ?? 20_000);
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
const at_once = 24;

let service: TestService;
beforeAll(async () => {
  // Each line is kept: a long run would fill the memory with those of no interest.
  service = await startTestService({
    env: {
      LOG_LEVEL: 'warn',
      RATE_LIMIT_KEY_PER_SECOND: '1000000',
      RATE_LIMIT_IP_PER_SECOND: '1000000',
      TRUSTED_PROXIES: '127.0.0.1',
    },
  });
});
afterAll(() => service.stop());

// On demand while one finding is open: the feed answers 503 when a writer holds it up for half a second.
test.skipIf(process.env.FUZZ_REQUESTS === undefined)(
  `${count} hostile requests are answered as the document promises`,
  {
    timeout: 240_000 + count * 20,
  },
  async () => {
    const document = await describeApi();
    const endpoints = readEndpoints(document);
    const world = await makeWorld(service);
    const client = makeHostileClient(service.url, at_once);
    const statuses = new Map<string, Map<number, number>>();
    const heaps: number[] = [];
    const findings = await attack({
      request: hostileRequest(endpoints, world),
      client,
      judge: makeJudge(document, world),
      seed,
      count,
      at_once,
      onAnswer: ({ endpoint, headers }, { status, text }) => {
        const counts = statuses.get(endpoint.id) ?? new Map<number, number>();
        statuses.set(endpoint.id, counts.set(status, (counts.get(status) ?? 0) + 1));
        const isOwn = headers.some(([, value]) => value === `Bearer ${world.own.key}`);
        if (isOwn && status < 300) remember(world.own.objects, text);
      },
      onProgress: (done) => {
        if (done % 5_000 === 0) heaps.push(heapAfterCollection());
      },
    });
    client.close();
    expect(findings.map((finding) => describeFinding(service.url, finding)).join('\n')).toBe('');

    expect((await callApi(service, '/readyz')).status).toBe(200);
    expect(await checkLedger(service.ctx)).toMatchObject({ ok: true, breaches: [] });
    expect(service.logs.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
  },
);

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

function heapAfterCollection(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
