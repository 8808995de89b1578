import { expect, it } from 'vitest';
import { type Cell, writeCsv } from './write-csv.ts';

async function write(header: readonly string[], rows: readonly (readonly Cell[])[]): Promise<string> {
  async function* each() {
    yield* rows;
  }
  let text = '';
  for await (const chunk of writeCsv(header, each())) text += chunk;
  return text;
}

it('writeCsv writes every kind of cell', async () => {
  const cells = ['a,b', null, 12, -12n, true, new Date('2026-01-31T10:00:00Z'), '=1+1', '+2250548151600'];
  expect(await write(['h', 'i'], [cells])).toBe(
    `\u{feff}h,i\r\n"a,b",,12,-12,true,2026-01-31T10:00:00.000+00:00,'=1+1,+2250548151600\r\n`,
  );
});

it('writeCsv writes a header even if there are no rows', async () => {
  expect(await write(['a', 'b'], [])).toBe('\u{feff}a,b\r\n');
});

it('writeCsv writes while it reads, and keeps little in memory', async () => {
  let read = 0;
  async function* rows() {
    for (; read < 100_000; read++) yield ['x'.repeat(100)];
  }
  const sizes: number[] = [];
  let ahead_max = 0;
  let written = 0;
  for await (const chunk of writeCsv(['h'], rows())) {
    sizes.push(chunk.length);
    written += chunk.length;
    ahead_max = Math.max(ahead_max, read * 102 - written);
  }
  expect(read).toBe(100_000);
  expect(Math.max(...sizes)).toBeLessThan(40_000);
  expect(ahead_max).toBeLessThan(1000);
});
