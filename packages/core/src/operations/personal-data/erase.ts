import { AppError } from '@guichet/kernel/errors';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { erased, makeRedactor, type Redactor } from '../../platform/input/spellings.ts';
import { type FoundPerson, findPerson, rowsOf, type SoughtPerson } from './find-person.ts';
import { type Cure, type Place, places } from './places.ts';
import { planStragglers } from './plan-stragglers.ts';
import {
  allowRedaction,
  deleteCustomers,
  endLinks,
  listOpen,
  lockCustomers,
  lockSubjects,
  type Row,
  recordErasure,
  redactRow,
  unlistPayments,
  wasActive,
} from './queries.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'secrets' | 'log'>;

/** The number of changed rows by table. */
export type Erased = Readonly<Record<string, number>>;

/**
 * Erases everything that identifies a person as customer, payer or recipient, in both modes of a merchant, in one
 * transaction. Amounts, times, methods and references stay, so that books, balances and counts do not change.
 * Payment links that ask the person for money are ended. Pending webhooks are sent without the erased data. A person who pays with the same number again becomes a new
 * customer.
 *
 * @throws AppError `forbidden`, `invalid_fields`, `customer_not_found`, `conflict` while the person has money
 * in flight, or when customers with different numbers share the e-mail address
 */
export async function erasePerson(
  ctx: Ctx,
  actor: CommandActor,
  wanted: SoughtPerson,
): Promise<{ readonly erased: Erased }> {
  requireScope(actor, 'installation:write');
  return erase(ctx, wanted);
}

/** The maximum number of times that the locks are taken anew for a person who is active at the same time. */
const tries_max = 10;
/** Longer than the time from finding a payment's customer to the end of the transaction that refers to it. */
const stragglers_wait_ms = 60_000;

type Find = (tx: Connection) => Promise<FoundPerson>;

/**
 * Erases a person like {@link erasePerson}, for a caller whose scope was checked.
 *
 * @param options.idle_days refuse if anything of the person is younger than this, by the database's clock
 */
export async function erase(
  ctx: Ctx,
  wanted: SoughtPerson,
  options: { readonly idle_days?: number } = {},
): Promise<{ readonly erased: Erased }> {
  return eraseFound(ctx, (tx) => findPerson(tx, wanted), options);
}

/** Erases the person that a function finds, like {@link erase}. */
export async function eraseFound(
  ctx: Ctx,
  find: Find,
  { idle_days }: { readonly idle_days?: number } = {},
): Promise<{ readonly erased: Erased }> {
  for (let tries = 0; tries < tries_max; tries++) {
    const erased = await ctx.db.transaction().execute(async (tx) => {
      const found = await lockPerson(tx, find);
      return found && eraseLocked(ctx, tx, found, idle_days);
    });
    if (erased) return { erased };
  }
  throw new AppError('conflict', { message: 'This person is paying or being paid right now. Try again.' });
}

/**
 * Finds a person and locks their rows, payments before customers, which is the order in which paying locks them.
 *
 * @returns undefined if rows were added while this waited for the locks: they cannot be locked in that order now
 */
async function lockPerson(tx: Connection, find: Find): Promise<FoundPerson | undefined> {
  const { person, subjects } = await find(tx);
  await lockSubjects(tx, person.merchant_id, subjects);
  await lockCustomers(tx, person.merchant_id, subjects.customers);
  const found = await find(tx);
  const locked = new Set(subjects.objects);
  return found.subjects.objects.every((id) => locked.has(id)) ? found : undefined;
}

async function eraseLocked(
  ctx: Omit<Ctx, 'db'>,
  tx: Connection,
  found: FoundPerson,
  idle_days: number | undefined,
): Promise<Erased> {
  const { merchant_id } = found.person;
  await refuseOpen(tx, found);
  if (idle_days !== undefined) await refuseActive(tx, found, idle_days);
  await allowRedaction(tx);
  const redactor = makeRedactor(found.person);
  await unlistPayments(tx, merchant_id, found.subjects.payments);
  // Nobody is left to pay them.
  await endLinks(tx, merchant_id, found.subjects.links, ctx.clock.now());
  const counts: Record<string, number> = {};
  for (const place of places) {
    counts[place.table] = await redactPlace(ctx, tx, place, found, redactor);
  }
  const { customers } = found.subjects;
  counts.customers = await deleteCustomers(tx, merchant_id, customers);
  if (counts.customers > 0) {
    const run_at = new Date(ctx.clock.now().getTime() + stragglers_wait_ms);
    await planStragglers(tx, { merchant_id, customer_ids: customers }, run_at);
  }
  const changed = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  await recordErasure(tx, merchant_id, customers[0] ?? 'recipient', changed);
  ctx.log.info({ merchant_id, erased: changed }, 'a person was erased');
  return changed;
}

async function refuseOpen(tx: Connection, { person, subjects }: FoundPerson): Promise<void> {
  const open = await listOpen(tx, person.merchant_id, subjects);
  if (open.length === 0) return;
  const some = open.slice(0, 5).join(', ');
  const message =
    `Money of this person is still in flight: ${some}${open.length > 5 ? ' and others' : ''}. ` +
    'Erase the person once it has settled: first decide anything that awaits approval or confirmation, and resolve ' +
    'anything that needs review.';
  throw new AppError('conflict', { message });
}

/** The same person may have been active in the other mode, or have paid for somebody else. */
async function refuseActive(tx: Connection, { person, subjects }: FoundPerson, days: number): Promise<void> {
  if (!(await wasActive(tx, person.merchant_id, subjects, days))) return;
  throw new AppError('conflict', { message: `This person was active within the last ${days} days.` });
}

async function redactPlace(
  { secrets }: Pick<Context, 'secrets'>,
  tx: Connection,
  place: Place,
  found: FoundPerson,
  redactor: Redactor,
): Promise<number> {
  let count = 0;
  for (const row of await rowsOf(tx, place, found)) {
    const cured = Object.entries(place.cures).map(([column, cure]) => {
      const value = row[column];
      return [
        column,
        value === null ? null : cureOf(cure, value, row.is_theirs === true, redactor, secrets),
      ] as const;
    });
    const changes = Object.fromEntries(
      cured.filter(([column, value]) => JSON.stringify(value) !== JSON.stringify(row[column])),
    );
    if (Object.keys(changes).length === 0) continue;
    await redactRow(tx, place, row, changes);
    count++;
  }
  return count;
}

function cureOf(
  cure: Cure,
  value: unknown,
  with_names: boolean,
  redactor: Redactor,
  secrets: Context['secrets'],
): Row[string] {
  switch (cure) {
    case 'null':
      return null;
    case 'mark':
      return erased;
    case 'empty':
      return '';
    case 'empty_list':
      return [];
    case 'sealed':
      return secrets.seal('{}');
    case 'text':
      return redactor.text(String(value), with_names);
    case 'url':
      return redactor.url(String(value), with_names);
    case 'json':
      return redactor.value(value, with_names);
    case 'free_json':
      return redactor.value(value, with_names, true);
    case 'json_text':
      return JSON.stringify(redactor.value(JSON.parse(String(value)), with_names));
  }
}
