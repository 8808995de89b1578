import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { places } from './places.ts';

const document = readFileSync(
  new URL('../../../../../docs/operating/personal-data.md', import.meta.url),
  'utf8',
);
const listed = [...document.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name ?? '');

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

async function columns(): Promise<Map<string, Set<string>>> {
  const { rows } = await ctx.pool.query<{ t: string; c: string }>(
    `select table_name as t, column_name as c from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'`,
  );
  const found = new Map<string, Set<string>>();
  for (const { t, c } of rows) found.set(t, (found.get(t) ?? new Set()).add(c));
  return found;
}

describe('docs/operating/personal-data.md', () => {
  it('lists every table of the database, and no others', async () => {
    expect([...listed].sort()).toEqual([...(await columns()).keys()].sort());
  });

  it('mentions erasure for every table that erasure changes', () => {
    for (const { table } of places) {
      const row = document.split('\n').find((line) => line.startsWith(`| \`${table}\` |`));
      expect(row, table).toMatch(/erase(, of customers)? \|$/);
    }
  });
});

describe('the erased places', () => {
  it('are existing columns', async () => {
    const known = await columns();
    for (const { table, key, by, cures } of places) {
      const named = [...key, ...by.map(([column]) => column), ...Object.keys(cures)];
      expect(
        named.filter((column) => !known.get(table)?.has(column)),
        table,
      ).toEqual([]);
    }
  });

  it('include every column whose name suggests identifying data', async () => {
    const telling = /(phone|email|first_name|last_name|recipient|description|note|proof|body|raw|metadata)/;
    // Columns about merchants or staff, columns of rows that are deleted, and columns without free text.
    const others = new Set([
      'customers.phone',
      'customers.email',
      'customers.first_name',
      'customers.last_name',
      'webhook_endpoints.description',
      'merchants.contact_phone',
      'merchants.contact_email',
      'callbacks.body_bytes',
      'staff.email',
      'staff.email_verified',
      'invitations.email',
      'payments.customer_is_payer',
      // Notes about money between the merchant's own accounts.
      'ledger_movements.note',
      'payout_rules.approval_recipient_above_minor',
      'approval_changes.approval_recipient_above_minor',
    ]);
    const cured = new Set(
      places.flatMap(({ table, cures }) => Object.keys(cures).map((column) => `${table}.${column}`)),
    );
    const left = [...(await columns())]
      .flatMap(([table, names]) => [...names].map((name) => `${table}.${name}`))
      .filter((name) => telling.test(name.split('.')[1] ?? '') && !cured.has(name) && !others.has(name));
    expect(left).toEqual([]);
  });
});
