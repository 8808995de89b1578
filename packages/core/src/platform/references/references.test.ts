import { describe, expect, it } from 'vitest';
import type { Connection } from '../database/connect.ts';
import { makeReferences, type ReferenceSource } from './references.ts';

const source: ReferenceSource = {
  merchant_id: 'mer_1',
  mode: 'live',
  kind: 'payout',
  of: ['', 'order-1'],
  number: 1,
};
/** Returns the secret of an installation that already has one. */
const kept = (secret: string) => ({ find: async () => secret, keep: async () => secret });
const tx = {} as Connection;
const one = makeReferences(kept('secret of one installation'));

it('a reference is the same for the same source, in every process', async () => {
  const reference = await one.of(tx, source);
  expect(await makeReferences(kept('secret of one installation')).of(tx, { ...source })).toBe(reference);
});

it('a reference is a UUID of version 4, as providers require', async () => {
  for (let number = 0; number < 200; number++) {
    expect(await one.of(tx, { ...source, number })).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
  }
});

it('a reference differs for another merchant, mode, kind, key, scope, number, round and installation', async () => {
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
  const two = makeReferences(kept('secret of another installation'));
  const references = await Promise.all([
    one.of(tx, source),
    one.of(tx, source, 1),
    two.of(tx, source),
    ...others.map((other) => one.of(tx, { ...source, ...other })),
  ]);
  expect(new Set(references).size).toBe(references.length);
});

describe('the secret of the references', () => {
  const counting = (secret: string | undefined) => {
    const asked: string[] = [];
    const references = makeReferences({
      find: async (db) => {
        asked.push(db === tx ? 'the transaction' : 'another connection');
        return secret;
      },
      keep: async () => {
        asked.push('another connection');
        if (asked.length === 1) throw new Error('the database is away');
        return 'secret';
      },
    });
    return { asked, references };
  };

  it('is read once, and again only after a failure', async () => {
    const { asked, references } = counting('secret');
    await expect(references.prepare()).rejects.toThrow('away');
    await references.prepare();
    await Promise.all([references.of(tx, source), references.of(tx, source)]);
    expect(asked).toHaveLength(2);
  });

  it('is read in the transaction that needs it if it has not been prepared', async () => {
    const { asked, references } = counting('secret');
    const reference = await references.of(tx, source);
    expect(await references.of(tx, source)).toBe(reference);
    expect(asked).toEqual(['the transaction']);
  });

  it('is created outside the transaction if it does not exist', async () => {
    const { asked, references } = counting(undefined);
    await references.of(tx, source);
    expect(asked).toEqual(['the transaction', 'another connection']);
  });
});
