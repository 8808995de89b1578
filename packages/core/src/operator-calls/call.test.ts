import { setTimeout } from 'node:timers/promises';
import { silentLog } from '@guichet/kernel/log';
import type { ConnectorAnswer } from '@guichet/operators/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { callConnector, openConnector } from './call.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

const said: ConnectorAnswer = {
  outcome: { kind: 'failed', reason: 'wrong_pin', operator_code: 'E07' },
  provider_reference: 'op-1',
  raw: { code: 'E07' },
};

/** Makes a call and keeps the logged warnings. */
async function call(deadline_ms: number, work: (signal: AbortSignal) => Promise<ConnectorAnswer>) {
  const warnings: object[] = [];
  const log = { ...silentLog, warn: (fields: object) => warnings.push(fields) };
  const called = {
    merchant_id: 'mer_1',
    id: 'att_1',
    verb: 'collect',
    sensitive: ['+2250548151600'],
  } as const;
  const answer = await callConnector({ ...ctx, log }, called, deadline_ms, work);
  return { answer, warnings };
}

describe('a call to a connector', () => {
  it('returns the result', async () => {
    expect(await call(1000, async () => said)).toEqual({ answer: said, warnings: [] });
  });

  it('returns the result without characters that cannot be stored', async () => {
    const outcome = { ...said.outcome, operator_code: 'E\u000007' };
    const raw = { 'code\u0000': ['E07', '\ud83d'] };
    expect(
      (await call(1000, async () => ({ outcome, provider_reference: 'op-1\u0000', raw }))).answer,
    ).toEqual({
      ...said,
      raw: { code: ['E07', '\ufffd'] },
    });
  });

  it('that fails has an unknown outcome, never a failed one, and is logged with the attempt', async () => {
    const error = new Error('socket hang up');
    const { answer, warnings } = await call(1000, () => Promise.reject(error));
    expect(answer).toEqual({
      outcome: { kind: 'unknown', cause: 'unreachable' },
      provider_reference: null,
      raw: { error: 'Error: socket hang up' },
    });
    expect(warnings).toEqual([{ id: 'att_1', verb: 'collect', problem: error.stack }]);
  });

  it('that times out has an unknown outcome, and is aborted', async () => {
    const signals: AbortSignal[] = [];
    const { answer } = await call(10, (signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    expect(answer.outcome).toEqual({ kind: 'unknown', cause: 'timeout' });
    expect(signals[0]?.aborted).toBe(true);
  });

  it.each([0.5, -3])('whose deadline is in %s ms times out', async (deadline_ms) => {
    const { answer } = await call(deadline_ms, () => new Promise(() => undefined));
    expect(answer.outcome).toEqual({ kind: 'unknown', cause: 'timeout' });
  });

  it('that fails when it is aborted counts as timed out too', async () => {
    const { answer } = await call(10, async (signal) => {
      await setTimeout(60_000, undefined, { signal });
      return said;
    });
    expect(answer.outcome).toEqual({ kind: 'unknown', cause: 'timeout' });
  });

  it('that handles the abort reports its own result', async () => {
    const { answer } = await call(
      10,
      (signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(said));
        }),
    );
    expect(answer).toEqual(said);
  });

  it('that throws synchronously has an unknown outcome, and causes no later rejection', async () => {
    const failures: unknown[] = [];
    const keep = (error: unknown): void => {
      failures.push(error);
    };
    process.on('unhandledRejection', keep);
    const { answer } = await call(10, () => {
      throw new TypeError('no phone');
    });
    expect(answer.outcome).toEqual({ kind: 'unknown', cause: 'unreachable' });
    // Past the deadline of the call.
    await setTimeout(50);
    process.off('unhandledRejection', keep);
    expect(failures).toEqual([]);
  });
});

describe('openConnector', () => {
  it('reports which connector is missing', async () => {
    const through = { merchant_id: 'mer_1', connector: 'wave', account_id: null, address_revision: null };
    await expect(openConnector(ctx, through)).rejects.toThrow('wave is not configured');
  });
});
