import { randomInt } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { checkLedger } from '@guichet/core/ledger';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { startTestService, type TestService } from '../../../../../test-support/service.ts';
import { isNightly } from '../../../../../test-support/tier.ts';
import { describeApi } from '../../openapi/describe.ts';
import { callApi } from '../../testing/api.ts';
import { attack, describeFinding, seedAfter } from './attack.ts';
import { makeJudge } from './judge.ts';
import { makeWorld, remember } from './make-world.ts';
import { readEndpoints } from './read-endpoints.ts';
import { hostileRequest } from './requests.ts';
import { makeHostileClient } from './send-hostile.ts';
import { tallyAnswers } from './tally-answers.ts';

/** The minimum number of requests needed to judge coverage and memory use. */
const many = 20_000;
/** The number of requests: more for a longer run, 1 to repeat a finding. */
const count = Number(process.env.FUZZ_REQUESTS ?? (isNightly ? many : 1_000));
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
/** Printed with every failure. */
const run = `with FUZZ_SEED=${seed} FUZZ_REQUESTS=${count}`;
const at_once = 24;

/**
 * The maximum memory that may stay in use per request. If every request and its response were kept, it would be
 * about 6,000; without a leak, the measured value varies by a few hundred.
 */
const kept_bytes_max = 2_000;

/**
 * Messages of errors that may be logged. They are not faults of the service: the sandbox simulates an operator that
 * reports wrong outcomes.
 */
const wrong_operator = new Set([
  'the operator reports a different amount',
  'unexpected money arrived',
  'a payout whose money had been returned was paid: the money is taken again',
  'a paid payment was paid again',
  'the operator contradicts itself',
]);

let service: TestService;
beforeAll(async () => {
  // Every log line is kept, so a long run would fill the memory with irrelevant ones.
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

test(`${count} hostile requests get responses that match the document`, {
  timeout: 240_000 + count * 20,
}, async () => {
  const document = await describeApi();
  const endpoints = readEndpoints(document);
  const world = await makeWorld(service);
  const client = makeHostileClient(service.url, at_once);
  const tally = tallyAnswers(endpoints);
  let answers = 0;
  const send = async (first: number, requests: number): Promise<void> => {
    const findings = await attack({
      request: hostileRequest(endpoints, world),
      client,
      judge: makeJudge(document, world),
      seed: first,
      count: requests,
      at_once,
      onAnswer: (request, answer) => {
        answers++;
        tally.add(request, answer);
        const isOwn = request.headers.some(([, value]) => value === `Bearer ${world.own.key}`);
        if (isOwn && answer.status < 300) remember(world.own.objects, answer.text);
      },
    });
    expect(findings.map((finding) => describeFinding(service.url, finding)).join('\n'), run).toBe('');
  };
  const half = Math.ceil(count / 2);
  await send(seed, half);
  const before = await memoryInUse();
  await send(seedAfter(seed, half), count - half);
  const kept = (await memoryInUse()) - before;
  client.close();

  expect(answers, run).toBe(count);
  if (count >= many) {
    expect(tally.findGaps(), run).toEqual([]);
    expect(kept / (count - half), run).toBeLessThan(kept_bytes_max);
  }
  expect((await callApi(service, '/readyz')).status, run).toBe(200);
  expect(await checkLedger(service.ctx, command), run).toMatchObject({ ok: true, breaches: [] });
  const errors = service.logs.filter(({ level }) => level === 'error' || level === 'fatal');
  const faults = errors.filter(({ msg }) => !wrong_operator.has(String(msg)));
  expect(faults, run).toEqual([]);
});

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Bytes still in use, including buffers, which are released one turn after the objects that hold them. */
async function memoryInUse(): Promise<number> {
  collect();
  await setImmediate();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
