import { expect, test } from 'vitest';
import { describeCauses } from './causes.ts';

const coded = (message: string, code: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { code });

test.each([
  ['an error', new Error('no room'), ['no room']],
  [
    'its causes, the nearest first',
    new Error('a', { cause: new Error('b', { cause: 'c' }) }),
    ['a', 'b', 'c'],
  ],
  ['a code that the message lacks', coded('permission denied', '42501'), ['permission denied (42501)']],
  [
    'a code that the message contains',
    coded('connect ECONNREFUSED', 'ECONNREFUSED'),
    ['connect ECONNREFUSED'],
  ],
  ['several lines as one', new Error('a:\n  b\n  c\n'), ['a:; b; c']],
  ['a repeated message only once', new Error('same', { cause: new Error('same') }), ['same']],
  [
    'each error of an aggregate',
    new AggregateError([new Error('a'), new Error('b')], 'both'),
    ['both', 'a', 'b'],
  ],
  ['an error without a message', coded('', 'ENOENT'), ['ENOENT']],
  ['a value that is not an error', 'odd', ['odd']],
  ['nothing at all', undefined, ['no reason given']],
])('%s', (_what, error, lines) => {
  expect(describeCauses(error)).toEqual(lines);
});

test('a circular chain of causes is cut off', () => {
  const error = new Error('a');
  error.cause = new Error('b', { cause: error });
  expect(describeCauses(error)).toEqual(['a', 'b']);
});
