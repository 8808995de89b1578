import { describeDrifts, describeGaps, findWithoutNextStep } from '@guichet/core/operations';
import {
  ClockError,
  type CommandActor,
  type Context,
  countOldTexts,
  type DatabaseRights,
  describeDifference,
  describeFailOver,
  describeLacking,
  describeLoss,
  findPaymentsNeedingReview,
  findPayoutsNeedingReview,
  findRecovery,
  findRefundsNeedingReview,
  makeDatabaseClock,
  type NeedingReview,
  PoolerError,
  pendingMigrations,
  readDatabaseRights,
  readDurability,
  readServer,
  sampleTexts,
} from '@guichet/core/platform';
import type { Config } from '../config.ts';
import { requireConnections } from '../require-connections.ts';
import { providerHosts } from './examine-accounts.ts';
import { queue } from './examine-queue.ts';
import { webhooks } from './examine-webhooks.ts';
import type { Finding } from './finding.ts';

const postgres_version_min = 150_000;
const doctor: CommandActor = { kind: 'command', name: 'doctor' };
/**
 * The maximum number of ids to list, because people review them one by one; the count shows how many more there
 * are.
 */
const ids_max = 5;

/** Checks everything that the service needs, without changing anything. */
export async function examine(
  ctx: Context,
  config: Config,
): Promise<{ ok: boolean; checks: readonly Finding[] }> {
  const checks = [settings(config), await connections(ctx, config)];
  // Nothing else can be checked over a pooler that mixes up connections.
  if (checks.every(({ ok }) => ok)) checks.push(...(await database(ctx, config)));
  else return { ok: false, checks };
  // The other checks read tables that may not exist yet or that this role may not read.
  if (checks.every(({ name, ok }) => ok || (name !== 'migrations' && name !== 'rights'))) {
    checks.push(await recovery(ctx), await secretKey(ctx), await queue(ctx), await openWork(ctx));
    checks.push(await openPayments(ctx), await openPayouts(ctx), await openRefunds(ctx));
    checks.push(await webhooks(ctx), await providerHosts(ctx), await drift(ctx), await gaps(ctx));
  }
  return { ok: checks.every((check) => check.ok), checks };
}

function settings(config: Config): Finding {
  const database = config.database_url === null ? `embedded in ${config.data_dir}` : 'from DATABASE_URL';
  return {
    name: 'settings',
    ok: true,
    detail: `${config.environment}, ${config.public_url}, database ${database}`,
  };
}

async function connections({ pool }: Context, { role }: Config): Promise<Finding> {
  const name = 'connections';
  try {
    const pooling = await requireConnections(pool, role);
    const how = pooling === 'none' ? 'go directly to PostgreSQL' : `go through a pooler in ${pooling} mode`;
    return { name, ok: true, detail: how };
  } catch (error) {
    if (!(error instanceof PoolerError)) throw error;
    return { name, ok: false, detail: error.message };
  }
}

async function database(ctx: Context, config: Config): Promise<Finding[]> {
  const { version_number, version } = await readServer(ctx.db);
  const clock = makeDatabaseClock(ctx.pool);
  await clock.read();
  const pending = await pendingMigrations(ctx.db);
  const rights = pending.length === 0 ? [describeRole(await readDatabaseRights(ctx.db))] : [];
  return [
    {
      name: 'postgresql',
      ok: version_number >= postgres_version_min,
      detail: version_number >= postgres_version_min ? version : `${version}: 15 or later is required`,
    },
    {
      name: 'migrations',
      ok: pending.length === 0,
      detail: pending.length === 0 ? 'up to date' : `missing: ${pending.join(', ')}. Run: guichet migrate`,
    },
    {
      name: 'clock',
      ok: !clock.isOff(),
      detail: clock.isOff()
        ? new ClockError(clock.difference_ms()).message
        : `${describeDifference(clock.difference_ms())} PostgreSQL's`,
    },
    await durability(ctx, config),
    ...rights,
  ];
}

/** Checks durability; in development only play money can be lost. */
async function durability({ db }: Context, { environment }: Config): Promise<Finding> {
  const found = await readDurability(db);
  const problem = describeLoss(found) ?? describeFailOver(found);
  const ok = problem === undefined || environment !== 'production';
  return { name: 'durability', ok, detail: problem ?? 'confirmed data survives a crash' };
}

function describeRole(rights: DatabaseRights): Finding {
  if (rights.lacking.length > 0) return { name: 'rights', ok: false, detail: describeLacking(rights) };
  const owns = rights.is_owner
    ? 'owns the schema; the service can run with a role that does not'
    : 'owns nothing and has every privilege that the service needs';
  return { name: 'rights', ok: true, detail: `${rights.role} ${owns}` };
}

async function recovery({ db }: Context): Promise<Finding> {
  const name = 'recovery';
  const found = await findRecovery(db);
  if (!found) return { name, ok: true, detail: 'the service is open' };
  const detail = `no payout, refund or collection is sent: the database may lack changes made since ${found.lost_since.toISOString()} (${found.reason}). Run: guichet recover status`;
  return { name, ok: false, detail };
}

async function secretKey(ctx: Context): Promise<Finding> {
  const name = 'secret_key';
  const texts = await sampleTexts(ctx.db, ctx.secrets.current_prefix);
  if (texts.length === 0) return { name, ok: true, detail: 'nothing is encrypted yet' };
  try {
    for (const text of texts) ctx.secrets.open(text);
  } catch (error) {
    const detail = `cannot decrypt stored secrets: were they encrypted with a different SECRET_KEY? (${error})`;
    return { name, ok: false, detail };
  }
  const old = await countOldTexts(ctx.db, ctx.secrets.current_prefix);
  if (old === 0) return { name, ok: true, detail: 'decrypts stored secrets' };
  const which = old === 1 ? '1 secret is' : `${old} secrets are`;
  const detail = `${which} encrypted with a previous key. Run: guichet secrets rotate`;
  return { name, ok: false, detail };
}

async function openWork(ctx: Context): Promise<Finding> {
  const name = 'open_work';
  const stranded = await findWithoutNextStep(ctx, doctor, ids_max);
  if (stranded.length === 0) return { name, ok: true, detail: 'everything open has a next step' };
  const ids = stranded.map(({ subject }) => subject).join(', ');
  return { name, ok: false, detail: `no job will continue ${ids}: is a worker running?` };
}

/** Reports the latest comparisons of the books with the providers. The worker made them; no provider is called. */
async function drift(ctx: Context): Promise<Finding> {
  const { compared, differing, silent } = await describeDrifts(ctx, doctor, ids_max);
  const name = 'drift';
  const faults = [
    ...(differing.length === 0 ? [] : [`the books differ from providers: ${differing.join('; ')}`]),
    ...(silent.length === 0 ? [] : [`not compared for an hour: ${silent.join('; ')}`]),
  ];
  if (faults.length > 0) return { name, ok: false, detail: faults.join('. ') };
  const detail = compared === 0 ? 'no account has been compared yet' : 'the books agree with every provider';
  return { name, ok: true, detail };
}

/** Finds customers' money that was returned twice, at the expense of the merchant's balance. */
async function gaps(ctx: Context): Promise<Finding> {
  const missing = await describeGaps(ctx, doctor, ids_max);
  const name = 'customers_money';
  if (missing.length === 0) return { name, ok: true, detail: 'no customer money is missing' };
  return { name, ok: false, detail: `returned to customers twice: ${missing.join('; ')}` };
}

async function openPayments(ctx: Context): Promise<Finding> {
  const waiting = await findPaymentsNeedingReview(ctx.db, ids_max);
  return forAPerson(
    'payment',
    waiting,
    'a different amount, a second payment, an operator that contradicts itself, or no outcome for three days',
  );
}

async function openPayouts(ctx: Context): Promise<Finding> {
  const waiting = await findPayoutsNeedingReview(ctx.db, ids_max);
  return forAPerson(
    'payout',
    waiting,
    'a different amount, an operator that contradicts itself, or no outcome for three days',
  );
}

async function openRefunds(ctx: Context): Promise<Finding> {
  const waiting = await findRefundsNeedingReview(ctx.db, ids_max);
  return forAPerson(
    'refund',
    waiting,
    'a different amount, more than was charged, or no outcome for three days',
  );
}

function forAPerson(
  noun: 'payment' | 'payout' | 'refund',
  { count, ids }: NeedingReview,
  causes: string,
): Finding {
  const name = `open_${noun}s`;
  if (count === 0) return { name, ok: true, detail: `no ${noun} needs review` };
  const who = count === 1 ? `1 ${noun} needs review` : `${count} ${noun}s need review`;
  const more = count > ids.length ? ', ...' : '';
  const detail = `${who}: ${causes}. Run: guichet ${noun}s show <id> (${ids.join(', ')}${more})`;
  return { name, ok: false, detail };
}
