import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withConnection } from '../../../../../test-support/connection.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { untilWaiting } from '../../../../../test-support/locks.ts';
import { attachCustomers } from './attach.ts';
import type { Contact } from './contact.ts';
import type { Customer } from './queries.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(() => ctx.pool.query('delete from customers'));

const number = (last: number): string => `+22507000000${String(last).padStart(2, '0')}`;
const address = (name: number): string => `${name}@shop.example`;

function contact(given: Partial<Contact>): Contact {
  const owner = { merchant_id: 'mer_1', mode: 'test' } as const;
  return { ...owner, phone: null, email: null, first_name: null, last_name: null, ...given };
}

const attach = (contacts: readonly Contact[]) => attachCustomers(ctx, contacts);
const list = (): Promise<Customer[]> => ctx.db.selectFrom('customers').selectAll().execute();

/** Expects one customer for each number, the same for every contact with that number. */
async function expectOneEach(
  groups: readonly (readonly Contact[])[],
  answers: (string | null)[][],
): Promise<void> {
  const customers = await list();
  for (const [group, contacts] of groups.entries()) {
    for (const [place, { phone }] of contacts.entries()) {
      if (phone === null) continue;
      const owners = customers.filter((customer) => customer.phone === phone);
      expect(owners.map(({ id }) => id)).toEqual([answers[group]?.[place]]);
    }
  }
}

describe('a hundred concurrent contacts', () => {
  it.each<[string, Partial<Contact>]>([
    ['number', { phone: number(1) }],
    ['address', { email: address(1) }],
    ['number and address', { phone: number(1), email: address(1) }],
  ])('with the same new %s get one customer', async (_, given) => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => attach([contact(given)])));
    expect(new Set(answers.flat()).size).toBe(1);
    expect(await list()).toMatchObject([{ ...given, id: answers[0]?.[0] }]);
  });

  it('with the e-mail address of a customer without a number get one customer for each number', async () => {
    const [known] = await attach([contact({ email: address(1) })]);
    const groups = Array.from({ length: 100 }, (_, index) => [
      contact({ phone: number(index % 5), email: address(1) }),
    ]);
    const answers = await Promise.all(groups.map(attach));
    await expectOneEach(groups, answers);
    expect((await list()).map(({ id }) => id)).toContain(known);
    expect(await list()).toHaveLength(5);
  });
});

it('groups with the same new contacts in any order do not deadlock', async () => {
  const contacts = Array.from({ length: 60 }, (_, index) =>
    contact(index % 3 === 0 ? { email: address(index) } : { phone: number(index) }),
  );
  for (let round = 0; round < 10; round++) {
    await ctx.pool.query('delete from customers');
    const groups = [contacts, contacts.toReversed(), contacts.slice(30), contacts.toReversed().slice(20)];
    const answers = await Promise.all(groups.map(attach));
    await expectOneEach(groups, answers);
    expect(await list()).toHaveLength(60);
  }
});

it('groups that complete the same customers in any order do not deadlock', async () => {
  const known = Array.from({ length: 40 }, (_, index) => contact({ phone: number(index) }));
  await attach(known);
  const names = ['Awa', 'Ama', 'Yao'];
  await Promise.all(
    Array.from({ length: 12 }, (_, group) => {
      const first_name = names[group % 3] ?? null;
      const contacts = known.map((given) => ({ ...given, first_name, email: address(group) }));
      return attach(group % 2 === 0 ? contacts : contacts.toReversed());
    }),
  );
  const customers = await list();
  expect(customers).toHaveLength(40);
  for (const { first_name, email } of customers) {
    expect(names).toContain(first_name);
    expect(email).not.toBeNull();
  }
});

const contacts = fc.record(
  {
    phone: fc.option(fc.integer({ min: 1, max: 4 }).map(number)),
    email: fc.option(fc.integer({ min: 1, max: 4 }).map(address)),
    first_name: fc.option(fc.constantFrom('Awa', 'Ama', '')),
  },
  { requiredKeys: [] },
);
const groups = fc.array(fc.array(contacts.map(contact), { maxLength: 8 }), { maxLength: 8 });

describe('any contacts in any groups', () => {
  it('get one customer for each number when attached in sequence', async () => {
    const check = fc.asyncProperty(groups, async (all) => {
      await ctx.pool.query('delete from customers');
      const answers: (string | null)[][] = [];
      for (const group of all) answers.push(await attach(group));
      await expectOneEach(all, answers);
    });
    await fc.assert(check, { numRuns: 150 });
  });

  it('get one customer for each number when attached concurrently, and no group fails', async () => {
    const check = fc.asyncProperty(groups, async (all) => {
      await ctx.pool.query('delete from customers');
      await expectOneEach(all, await Promise.all(all.map(attach)));
    });
    await fc.assert(check, { numRuns: 150 });
  });
});

describe('while another transaction inserts the same number', () => {
  // The other transaction has inserted the number, and commits or rolls back.
  it.each(['commit', 'rollback'])(
    'a contact is attached to a single customer after a %s of that transaction',
    async (end) => {
      const [loose] = await attach([contact({ email: address(1) })]);
      const winner = await withConnection(ctx.database.database_url, async (other) => {
        await other.query('begin');
        await other.query(
          `insert into customers (merchant_id, id, mode, phone, created_at)
        values ('mer_1', 'cus_other', 'test', $1, now())`,
          [number(1)],
        );
        const attached = attach([
          contact({ phone: number(1), email: address(1) }),
          contact({ phone: number(2) }),
        ]);
        await untilWaiting(ctx.database, 1, 'customers');
        await other.query(end);
        return (await attached)[0];
      });
      expect(winner).toBe(end === 'commit' ? 'cus_other' : loose);
      const customers = await list();
      expect(customers.map(({ phone }) => phone).toSorted()).toEqual([number(1), number(2)]);
      expect(customers.find(({ id }) => id === winner)).toMatchObject({
        phone: number(1),
        email: address(1),
      });
    },
  );
});
