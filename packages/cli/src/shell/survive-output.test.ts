import { expect, test } from 'vitest';
import { makeShell } from '../testing/make-shell.ts';
import { surviveOutput } from './survive-output.ts';

test.each([
  ['stdout', 'EPIPE', undefined, ''],
  ['stdout', 'ENOSPC', 1, 'The output could not be written: ENOSPC\n'],
  ['stderr', 'EPIPE', undefined, ''],
  ['stderr', 'ENOSPC', undefined, ''],
] as const)('an output %s that fails with %s leads to the exit code %j', (output, code, exitCode, told) => {
  const shell = makeShell({ env: {} });
  surviveOutput(shell);
  shell[output].emit('error', Object.assign(new Error(code), { code }));
  expect([shell.exitCode, shell.printed.stderr]).toEqual([exitCode, told]);
});
