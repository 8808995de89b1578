import { expect, it } from 'vitest';
import { describeRefusals } from './measure.ts';

const entry = (message: string, more: object = {}) =>
  JSON.stringify({ level: 'error', err: { message, ...more } });

it('each refusal by the engine is listed once, with its count and location, the most frequent first', () => {
  const stack = 'error: x\n at async file:///clone/packages/core/src/payments/queries.ts:15:20)\n at y';
  const log = [
    entry('recursive CTEs are not supported'),
    'Listening',
    JSON.stringify({ level: 'info', msg: 'started' }),
    entry('cannot push down this subquery', { detail: 'Limit clause', stack }),
    entry('cannot push down this subquery', { detail: 'Limit clause', stack }),
  ].join('\n');
  expect(describeRefusals(log)).toEqual([
    '  refused 2 times: packages/core/src/payments/queries.ts:15: cannot push down this subquery: Limit clause',
    '  refused 1 times: recursive CTEs are not supported',
  ]);
});
