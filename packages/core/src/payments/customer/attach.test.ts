import type { QueryConfig } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestContext, start, type TestContext } from '../../../../../test-support/context.ts';
import { attachCustomers } from './attach.ts';
import type { Contact } from './contact.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(() => ctx.pool.query('delete from customers'));

const number = (last: number): string => `+22507000000${String(last).padStart(2, '0')}`;

function contact(given: Partial<Contact> = {}): Contact {
  return {
    merchant_id: 'mer_1',
    mode: 'test',
    phone: null,
    email: null,
    first_name: null,
    last_name: null,
    ...given,
  };
}

/**
 * `1` is a number, `a` an e-mail address, `1a` both, numbered in order of appearance; `A` is `a` in upper case.
 */
function read(short: string): Contact {
  const phone = /\d/.exec(short)?.[0];
  const letter = /[a-zA-Z]/.exec(short)?.[0];
  const address = letter === undefined ? null : `${letter.toLowerCase()}@shop.example`;
  return contact({
    phone: phone === undefined ? null : number(Number(phone)),
    email: letter !== undefined && letter < 'a' ? (address?.toUpperCase() ?? null) : address,
  });
}

const attach = (...contacts: Contact[]) => attachCustomers(ctx, contacts);

async function attachOne(given: Contact): Promise<string> {
  const [id] = await attach(given);
  if (!id) throw new Error('nobody');
  return id;
}

/** Lists the current customers, oldest first. */
async function list() {
  return ctx.db.selectFrom('customers').selectAll().orderBy('id').execute();
}

/** Lists the current customers in the notation below. */
async function listShort(): Promise<string[]> {
  return (await list()).map(
    ({ phone, email }) => `${phone === null ? '' : Number(phone.slice(-2))}${email?.[0] ?? ''}`,
  );
}

// Contacts in sequence; the customer of each, numbered from 0 by first appearance; the customers at the end.
const cases: readonly [
  what: string,
  contacts: string,
  customers: readonly number[],
  left: readonly string[],
][] = [
  ['a number', '1 1', [0, 0], ['1']],
  ['two numbers', '1 2 1', [0, 1, 0], ['1', '2']],
  ['an address', 'a a', [0, 0], ['a']],
  ['an address in upper case', 'a A', [0, 0], ['a']],
  ['an address first written in upper case', 'A a', [0, 0], ['A']],
  ['two addresses', 'a b a', [0, 1, 0], ['a', 'b']],
  ['both at once', '1a 1a', [0, 0], ['1a']],
  ['both, then each alone', '1a 1 a', [0, 0, 0], ['1a']],
  ['an address, then its number', 'a 1a a 1', [0, 0, 0, 0], ['1a']],
  ['an address, then its number with the address in upper case', 'a 1A', [0, 0], ['1a']],
  ['a number, then its address', '1 1a a', [0, 0, 0], ['1a']],
  ['a number and an address that turn out to be one customer', '1 a 1a a', [0, 1, 0, 0], ['1a']],
  ['an address and a number that turn out to be one customer', 'a 1 1a 1', [0, 1, 1, 1], ['1a']],
  ['a number with an address, and a second address of the number', '1a b 1b', [0, 1, 0], ['1a']],
  ['an address merged under another one appears again', '1a b 1b b', [0, 1, 0, 2], ['1a', 'b']],
  ['an address of two numbers', '1a 2a 1 2', [0, 1, 0, 1], ['1a', '2a']],
  ['an address of two numbers, alone', '1a 2a a', [0, 1, 0], ['1a', '2a']],
  ['an address, then two numbers with it', 'a 1a 2a a', [0, 0, 1, 0], ['1a', '2a']],
  ['a second address of a number is not kept', '1a 1b 1', [0, 0, 0], ['1a']],
  ['two numbers change their addresses', '1a 2b 1b 2a', [0, 1, 0, 1], ['1a', '2b']],
];

describe('contacts in sequence', () => {
  it.each(cases)('%s: %s', async (_, contacts, expected, left) => {
    const ids: string[] = [];
    const got: number[] = [];
    for (const short of contacts.split(' ')) {
      const id = await attachOne(read(short));
      if (!ids.includes(id)) ids.push(id);
      got.push(ids.indexOf(id));
    }
    expect(got).toEqual(expected);
    expect((await listShort()).toSorted()).toEqual([...left].toSorted());
  });
});

// New contacts of one group, and the customer of each.
const groups: readonly [contacts: string, customers: readonly number[]][] = [
  ['1 1 1', [0, 0, 0]],
  ['a A', [0, 0]],
  ['1 2 a b', [0, 1, 2, 3]],
  ['a 1a', [0, 0]],
  ['1 1a a', [0, 0, 0]],
  ['1a 2a 1', [0, 1, 0]],
];

describe('contacts of one group', () => {
  it.each(groups)('%s', async (contacts, expected) => {
    const answered = await attach(...contacts.split(' ').map(read));
    const ids = [...new Set(answered)];
    expect(answered.map((id) => ids.indexOf(id))).toEqual(expected);
    expect(await list()).toHaveLength(ids.length);
    // Again, now that they are known.
    expect(await attach(...contacts.split(' ').map(read))).toEqual(answered);
  });

  it('get their customers in the same order, with null for an empty contact', async () => {
    const [one, nobody, again, other] = await attach(read('1'), contact(), read('1'), read('a'));
    expect([nobody, again]).toEqual([null, one]);
    expect(new Set([one, other, null]).size).toBe(3);
    expect(await attach()).toEqual([]);
    expect(await attach(contact({ first_name: 'Awa' }))).toEqual([null]);
  });

  it('merge customers that were known only by number or only by address', async () => {
    const [number_1, address_a] = await attach(read('1'), read('a'));
    expect(number_1).not.toBe(address_a);
    expect(await attach(read('a'), read('1a'), read('a'))).toEqual([number_1, number_1, number_1]);
    expect(await listShort()).toEqual(['1a']);
  });

  it('never match another merchant or mode', async () => {
    const owners: Pick<Contact, 'merchant_id' | 'mode'>[] = [
      { merchant_id: 'mer_1', mode: 'test' },
      { merchant_id: 'mer_1', mode: 'live' },
      { merchant_id: 'mer_2', mode: 'test' },
    ];
    const all = (short: string) => owners.map((owner) => ({ ...read(short), ...owner }));
    const loose = await attach(...all('a'));
    expect(new Set(loose).size).toBe(3);
    expect(await attach(...all('1a'))).toEqual(loose);
    for (const { merchant_id, mode } of owners) {
      const own = (await list()).filter((row) => row.merchant_id === merchant_id && row.mode === mode);
      expect(own.map(({ id }) => id)).toEqual([
        loose[owners.findIndex((owner) => owner.mode === mode && owner.merchant_id === merchant_id)],
      ]);
    }
  });
});

describe('a customer', () => {
  it('has the contact’s details, the country of the number, and the time of creation', async () => {
    await attach(
      contact({ phone: '+233241234567', email: 'Ama@Shop.example', first_name: 'Ama', last_name: 'Mensah' }),
    );
    expect(await list()).toEqual([
      {
        merchant_id: 'mer_1',
        mode: 'test',
        id: expect.stringMatching(/^cus_[0-9A-Z]{26}$/),
        phone: '+233241234567',
        email: 'Ama@Shop.example',
        first_name: 'Ama',
        last_name: 'Mensah',
        country: 'GH',
        created_at: start,
      },
    ]);
  });

  it('gets a country together with its number', async () => {
    await attach(read('a'));
    expect(await list()).toMatchObject([{ phone: null, country: null }]);
    await attach(read('1a'));
    expect(await list()).toMatchObject([{ phone: number(1), country: 'CI' }]);
  });

  it('has no country if the number belongs to none', async () => {
    await attach(contact({ phone: '+80012345678' }));
    expect(await list()).toMatchObject([{ country: null }]);
  });

  // the customer before, the contact, and the customer after
  const nobody = { email: null, first_name: null, last_name: null };
  it.each<[string, Partial<Contact>, Partial<Contact>, Partial<Contact>]>([
    [
      'every detail',
      {},
      { email: 'a@b.ci', first_name: 'Awa' },
      { ...nobody, email: 'a@b.ci', first_name: 'Awa' },
    ],
    [
      'the missing details',
      { first_name: 'Awa' },
      { last_name: 'Koné' },
      { ...nobody, first_name: 'Awa', last_name: 'Koné' },
    ],
    ['no known detail', { first_name: 'Awa' }, { first_name: 'Ama' }, { ...nobody, first_name: 'Awa' }],
    ['no blanks', { first_name: ' ' }, { last_name: '' }, nobody],
    ['a blank detail', { first_name: '' }, { first_name: ' Awa ' }, { ...nobody, first_name: 'Awa' }],
  ])('gets %s', async (_, before, then, after) => {
    const phone = number(1);
    await attach(contact({ phone, ...before }));
    await attach(contact({ phone, ...then }));
    expect(await list()).toMatchObject([{ phone, ...after }]);
  });

  it('is completed by several contacts of a group, in their order', async () => {
    const phone = number(1);
    const told = [{ first_name: 'Awa' }, { first_name: 'Ama', last_name: 'Koné' }, { email: 'a@b.ci' }];
    const known = { first_name: 'Awa', last_name: 'Koné', email: 'a@b.ci' };
    const contacts = told.map((given) => contact({ phone, ...given }));
    await attach(...contacts);
    expect(await list()).toMatchObject([known]);
    await ctx.pool.query('delete from customers');
    await attach(contact({ phone }));
    await attach(...contacts);
    expect(await list()).toMatchObject([known]);
  });

  it('keeps the details of the merged customer', async () => {
    await attach(contact({ phone: number(1), first_name: 'Awa' }));
    await attach(contact({ email: 'a@b.ci', first_name: 'Ama', last_name: 'Koné' }));
    await attach(contact({ phone: number(1), email: 'A@B.ci' }));
    expect(await list()).toMatchObject([{ email: 'a@b.ci', first_name: 'Awa', last_name: 'Koné' }]);
  });

  it('is not written when nothing changes', async () => {
    const versions = async () =>
      (await ctx.pool.query('select id, xmin::text, ctid::text from customers order by id')).rows;
    const contacts = [
      contact({ phone: number(1), email: 'a@b.ci', first_name: 'Awa', last_name: 'Koné' }),
      contact({ phone: number(1), email: 'other@b.ci', first_name: 'Ama' }),
      contact({ email: 'b@b.ci' }),
    ];
    await attach(...contacts);
    const before = await versions();
    await attach(...contacts);
    expect(await versions()).toEqual(before);
  });
});

describe('unusual texts', () => {
  it.each<[string, Partial<Contact>]>([
    ['of arrays and rows', { email: `"a",{NULL}\\'@b.ci`, first_name: 'NULL', last_name: '{"x",NULL}' }],
    ['of other alphabets', { email: 'İSTANBUL@ŞİRKET.example', first_name: 'Ñandú', last_name: '😀' }],
  ])('%s are stored and found', async (_, given) => {
    const [id] = await attach(contact(given));
    expect(await attach(contact(given))).toEqual([id]);
    expect(await list()).toMatchObject([given]);
  });

  it('stay different even if the database’s lower() would make them equal', async () => {
    const ids = await attach(contact({ email: 'É@b.ci' }), contact({ email: 'é@b.ci' }));
    expect(new Set(ids).size).toBe(2);
  });
});

it('known contacts are found with one SELECT', async () => {
  const contacts = ['1a', '2', 'b', '1a'].map(read);
  await attach(...contacts);
  const statements: string[] = [];
  const counting = {
    ...ctx,
    pool: new Proxy(ctx.pool, {
      get: (pool, name) => {
        if (name !== 'query') return Reflect.get(pool, name);
        return (query: QueryConfig) => {
          statements.push(query.name ?? query.text);
          return pool.query(query);
        };
      },
    }),
  };
  await attachCustomers(counting, contacts);
  expect(statements).toEqual(['find_customers']);
});
