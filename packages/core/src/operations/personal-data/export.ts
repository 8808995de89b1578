import { timestampText } from '@guichet/kernel/clock';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { findPerson, rowsOf, type SoughtPerson } from './find-person.ts';
import { places } from './places.ts';
import { listCustomers, type Row } from './queries.ts';

/** All data stored about a person, for a subject access request: rows by table. */
export interface PersonalData {
  readonly merchant_id: string;
  /** ISO 8601 with numeric offset. */
  readonly exported_at: string;
  readonly person: {
    readonly phones: readonly string[];
    readonly emails: readonly string[];
    readonly names: readonly string[];
  };
  readonly held: Readonly<Record<string, readonly Row[]>>;
}

/**
 * Exports all data stored about a person at a merchant, in both modes, in one snapshot. Amounts are
 * in minor units, as strings. Secrets and proofs (tokens, hashes, encrypted texts) are left out.
 *
 * @throws AppError `forbidden`, `invalid_fields`, `customer_not_found`, `conflict` when customers with different
 * numbers share the e-mail address
 */
export async function exportPerson(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: CommandActor,
  wanted: SoughtPerson,
): Promise<PersonalData> {
  requireScope(actor, 'installation:read');
  return readPerson(ctx, wanted);
}

/** Reads the data of {@link exportPerson}, for a caller whose scope was checked. */
export function readPerson(ctx: Pick<Context, 'db' | 'clock'>, wanted: SoughtPerson): Promise<PersonalData> {
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const found = await findPerson(tx, wanted);
      const { merchant_id, ...person } = found.person;
      const customers = await Promise.all(
        found.subjects.customers.map((id) => listCustomers(tx, merchant_id, { id })),
      );
      const held: Record<string, readonly Row[]> = { customers: customers.flat().map((row) => ({ ...row })) };
      for (const place of places) {
        const rows = await rowsOf(tx, place, found);
        const withheld = [...(place.withheld ?? []), 'is_theirs'];
        if (rows.length > 0) held[place.table] = rows.map((row) => plain(row, withheld));
      }
      return { merchant_id, exported_at: timestampText(ctx.clock.now()), person, held };
    });
}

/** Converts a row to JSON values. */
function plain(row: Row, withheld: readonly string[]): Row {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column, value]) => !withheld.includes(column) && !Buffer.isBuffer(value))
      .map(([column, value]) => [column, plainValue(value)]),
  );
}

/** The token and URL of a hosted page, in bodies of events and stored responses. */
const tokens = /(?<="(?:session_token|checkout_url)":")[^"]*/g;

function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'string' ? value.replace(tokens, '[withheld]') : value;
}
