import { expect, it } from 'vitest';
import { makeReferences, type ReferenceSource } from './references.ts';

const source: ReferenceSource = {
  merchant_id: 'mer_1',
  mode: 'live',
  kind: 'payout',
  of: ['', 'order-1'],
  number: 1,
};
const one = makeReferences(async () => 'secret of one installation');

it('is the same for the same source, in every process', async () => {
  const reference = await one.of(source);
  expect(await makeReferences(async () => 'secret of one installation').of({ ...source })).toBe(reference);
});

it('is a UUID of version 4, as providers require', async () => {
  for (let number = 0; number < 200; number++) {
    expect(await one.of({ ...source, number })).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
  }
});

it('differs for another merchant, mode, kind, key, scope, number, round and installation', async () => {
  const others: readonly Partial<ReferenceSource>[] = [
    { merchant_id: 'mer_2' },
    { mode: 'test' },
    { kind: 'refund' },
    { of: ['', 'order-2'] },
    { of: ['staff:stf_1', 'order-1'] },
    { of: ['order-1', ''] },
    { of: ['', 'order', '1'] },
    { number: 2 },
  ];
  const two = makeReferences(async () => 'secret of another installation');
  const references = await Promise.all([
    one.of(source),
    one.of(source, 1),
    two.of(source),
    ...others.map((other) => one.of({ ...source, ...other })),
  ]);
  expect(new Set(references).size).toBe(references.length);
});

it('reads its secret once, and again after a failure', async () => {
  let reads = 0;
  const references = makeReferences(async () => {
    reads += 1;
    if (reads === 1) throw new Error('the database is away');
    return 'secret';
  });
  await expect(references.prepare()).rejects.toThrow('away');
  await references.prepare();
  await Promise.all([references.of(source), references.of(source)]);
  expect(reads).toBe(2);
});
