import { afterAll, beforeAll, expect, it } from 'vitest';
import { command } from '../../../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../../../test-support/context.ts';
import { createMerchant } from '../../merchants/create.ts';
import { createStaff } from '../create.ts';
import { candidates_max, findIdentities } from './find-identities.ts';

let ctx: TestContext;
const merchants: string[] = [];
beforeAll(async () => {
  ctx = await makeTestContext();
  for (let at = 0; at <= candidates_max; at++) {
    merchants.push((await createMerchant(ctx, command, { name: `Shop ${at}`, country: 'CI' })).id);
  }
});
afterAll(() => ctx.database.close());

/**
 * Creates sign-ins with that address at the first `count` merchants; each password ends in its merchant's
 * number.
 */
async function hire(email: string, count: number, passwordOf = (at: number) => `own ${at}`): Promise<void> {
  for (const [at, merchant_id] of merchants.slice(0, count).entries()) {
    const password_hash = passwordOf(at);
    ctx.clock.advance(1000);
    await createStaff(ctx, command, { merchant_id, email, name: 'N', role: 'viewer', password_hash });
  }
}

/**
 * Finds the sign-ins for an address and a password. @returns the indexes of the merchants that match, and the
 * number of password comparisons
 */
async function find(email: string, password: string, named: { only?: number; last?: number } = {}) {
  let compared = 0;
  const verify = async (given: { hash: string; password: string }) => {
    compared++;
    return given.hash === given.password;
  };
  const credentials = {
    ...{ email, password },
    merchant_id: named.only === undefined ? null : (merchants[named.only] ?? ''),
    last_merchant_id: named.last === undefined ? null : (merchants[named.last] ?? ''),
  };
  const { fitting } = await findIdentities(ctx, credentials, verify, async () => 'decoy');
  return { fitting: fitting.map(({ merchant_id }) => merchants.indexOf(merchant_id)), compared };
}

it('findIdentities compares as many passwords for an unknown address as for an address of one or several people', async () => {
  await hire('one@shop.example', 1);
  await hire('two@shop.example', 2);
  await hire('all@shop.example', merchants.length);
  for (const email of ['nobody', 'one', 'two', 'all'].map((name) => `${name}@shop.example`)) {
    expect(await find(email, 'wrong')).toEqual({ fitting: [], compared: candidates_max });
    expect(await find(email, 'own 0')).toMatchObject({ compared: candidates_max });
    // The sign-in library makes the comparison.
    expect(await find(email, 'wrong', { only: 0 })).toMatchObject({ compared: 0 });
  }
});

it('findIdentities finds each sign-in by its own password, and all sign-ins that share a password', async () => {
  await hire('own@shop.example', 3);
  await hire('same@shop.example', 3, () => 'everywhere');
  for (const at of [0, 1, 2]) expect((await find('own@shop.example', `own ${at}`)).fitting).toEqual([at]);
  expect((await find('Same@Shop.example', 'everywhere')).fitting.sort()).toEqual([0, 1, 2]);
  expect((await find('same@shop.example', 'everywhere', { only: 1 })).fitting).toEqual([1]);
});

it('findIdentities always considers the named merchant, and the last one used on this device', async () => {
  await hire('crowd@shop.example', merchants.length);
  const last = merchants.length - 1;
  expect((await find('crowd@shop.example', `own ${last}`)).fitting).toEqual([]);
  expect((await find('crowd@shop.example', `own ${last}`, { last })).fitting).toEqual([last]);
  expect((await find('crowd@shop.example', `own ${last}`, { only: last })).fitting).toEqual([last]);
});

it('findIdentities never matches a decoy, even with the decoy’s password', async () => {
  expect((await find('nobody@shop.example', 'decoy')).fitting).toEqual([]);
});
