import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('an unknown option is refused with one line', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'run.ts'), '--nonsense'],
    { encoding: 'utf8' },
  );
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr: 'Unknown option `--nonsense`\n',
  });
});
