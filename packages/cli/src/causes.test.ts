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
  ['no code twice', coded('connect ECONNREFUSED', 'ECONNREFUSED'), ['connect ECONNREFUSED']],
  ['several lines as one', new Error('a:\n  b\n  c\n'), ['a:; b; c']],
  ['no repetition', new Error('same', { cause: new Error('same') }), ['same']],
  ['each of several', new AggregateError([new Error('a'), new Error('b')], 'both'), ['both', 'a', 'b']],
  ['an error without words', coded('', 'ENOENT'), ['ENOENT']],
  ['something that is no error', 'odd', ['odd']],
  ['nothing at all', undefined, ['no reason given']],
])('%s', (_what, error, lines) => {
  expect(describeCauses(error)).toEqual(lines);
});

test('a circular chain of causes is cut off', () => {
  const error = new Error('a');
  error.cause = new Error('b', { cause: error });
  expect(describeCauses(error)).toEqual(['a', 'b']);
});
