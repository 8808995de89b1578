import type { Kysely } from 'kysely';
import * as baseline from '../migrations/0001-baseline.ts';
import { describeSchema } from './catalog/queries.ts';
import type { Database, Transaction } from './connect.ts';
import { inSchemaOfItsOwn, listApplied, replaceApplied } from './queries.ts';
import type { Schema } from './schema.ts';

/** The migration that replaces all migrations from before the first release. */
export const baseline_name = '0001-baseline';
/** The first of the replaced migrations. */
const earliest_name = '0001-house';

/**
 * Adopts a database created by the migrations before the first release. If its schema equals the baseline, the
 * baseline counts as applied and no row of the service is touched. Any other database is left unchanged.
 *
 * @returns the differences, if it was created by those migrations and its schema differs; otherwise none
 */
export async function adoptOlder(db: Database): Promise<readonly string[]> {
  if (!(await listApplied(db)).includes(earliest_name)) return [];
  return await db.transaction().execute(async (tx) => {
    const found = await describeSchema(tx);
    const wanted = await inSchemaOfItsOwn(tx, () => describeBaseline(tx));
    if (found !== wanted) return compare(found, wanted);
    await replaceApplied(tx, earliest_name, baseline_name);
    return [];
  });
}

async function describeBaseline(tx: Transaction<Schema>): Promise<string> {
  await baseline.up(tx as unknown as Kysely<unknown>);
  return await describeSchema(tx);
}

/** Lists the lines that appear in only one of the two schemas, each with the name of its table or function. */
function compare(found: string, wanted: string): readonly string[] {
  return [
    ...without(wanted, found).map((line) => `it lacks ${line}`),
    ...without(found, wanted).map((line) => `it has ${line}`),
  ];
}

function without(text: string, other: string): readonly string[] {
  const known = new Set(linesOf(other));
  return linesOf(text).filter((line) => !known.has(line));
}

function linesOf(text: string): readonly string[] {
  return text.split('\n\n').flatMap((block) => {
    const [heading = '', ...lines] = block.trim().split('\n');
    return [heading, ...lines.map((line) => `${line.trim()} of ${heading}`)];
  });
}
