import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readKnown, readNewestPaid, readTime } from './queries.ts';
import type { Stage } from './stage.ts';
import { calm_ms, type Drill, underLoad } from './under-load.ts';

/** The number of refunds. Each is requested manually, with its own command. */
const refunds_made = 3;
/**
 * The time before the backup from which requests are repeated too, because the backup may not contain the
 * last ones.
 */
const slack_ms = 30_000;
const looked_within_ms = 300_000;

/**
 * (c) Loses the disk and restores a backup from before the last payments, payouts and refunds. The service
 * has to detect the loss; if only the backup is left, a person reports it. Callers repeat all requests that
 * they have made since the backup.
 */
export const restore: Drill = async ({ times, lost_ms, ...options }) =>
  underLoad({ ...options, workers: 1 }, async ({ stage, load, outages, say }) => {
    for (let count = 0; count < times; count++) {
      const isRemembered = count % 2 === 0;
      const backup = await backUp(stage);
      await setTimeout(lost_ms);
      const refunded = await refundSome(stage, backup.taken_at);
      const numbers = new Map([...load.acknowledged.payments].map(([number, { id }]) => [id, number]));
      outages.begin();
      stage.holdCallbacks();
      load.pause();
      await stage.cluster.kill();
      await stage.cluster.lose();
      await setTimeout(calm_ms);
      await stage.stopService();
      if (!isRemembered) await rm(stage.data_dir, { recursive: true });
      await putBack(stage, backup, isRemembered);
      const { reason } = await readStatus(stage);
      if (reason !== (isRemembered ? 'older' : 'requested')) throw new Error(`unexpected reason ${reason}`);
      const requested = stage.books().length;
      stage.letCallbacksThrough();
      const repeated = load.repeat(backup.began_ms - slack_ms);
      await repeated.accepted;
      const found = await untilLookedAt(stage);
      const sent = stage.books().length - requested;
      if (sent > 0) throw new Error(`${sent} requests were sent while the service recovered`);
      await open(stage);
      await repeated.done;
      await refundAgain(stage, refunded, numbers, load.acknowledged.payments);
      load.resume();
      await setTimeout(calm_ms);
      const { found_paid, to_send, unknown_callbacks } = found;
      say(
        `${count + 1} of ${times}: restored (${reason}), ${repeated.count} orders and ${refunded.length} refunds repeated, ` +
          `${found_paid} found paid and ${to_send} to send before it was opened, ${unknown_callbacks} callbacks without a reference, ` +
          `errors for ${outages.all().at(-1)} ms`,
      );
    }
    return times;
  });

interface Backup {
  readonly folder: string;
  /** The start of the backup, on this process's clock and on the database's clock. */
  readonly began_ms: number;
  readonly taken_at: Date;
}

async function backUp(stage: Stage): Promise<Backup> {
  const folder = join(stage.folder, 'backup');
  const began_ms = performance.now();
  const taken_at = await readTime(stage.database_url);
  await stage.cluster.copyTo(folder);
  return { folder, began_ms, taken_at };
}

/** Restores the backup, by the steps of docs/operating/back-up-and-restore.md. */
async function putBack(stage: Stage, { folder, taken_at }: Backup, isRemembered: boolean): Promise<void> {
  await stage.cluster.replaceBy(folder);
  await stage.cluster.start();
  await need(stage, ['migrate']);
  await need(stage, ['ledger', 'check']);
  // If only the backup survived, a person has to report the loss.
  if (!isRemembered) await need(stage, ['recover', '--since', taken_at.toISOString()]);
  await stage.startService();
}

interface Refunded {
  readonly payment_id: string;
  readonly amount: number;
}

async function refundSome(stage: Stage, since: Date): Promise<Refunded[]> {
  const refunded = [];
  for (const payment_id of await readNewestPaid(stage.database_url, since, refunds_made)) {
    refunded.push({ payment_id, amount: 1_000 });
    await refund(stage, payment_id, 1_000);
  }
  return refunded;
}

/** Requests the same refunds again, for the payments that now belong to the same orders. */
async function refundAgain(
  stage: Stage,
  refunded: readonly Refunded[],
  numbers: ReadonlyMap<string, number>,
  payments: ReadonlyMap<number, { readonly id: string }>,
): Promise<void> {
  for (const { payment_id, amount } of refunded) {
    const payment = payments.get(numbers.get(payment_id) ?? -1);
    if (!payment) throw new Error(`no order has the payment ${payment_id}`);
    await untilPaid(stage, payment.id);
    await refund(stage, payment.id, amount);
  }
}

async function refund(stage: Stage, payment: string, amount: number): Promise<void> {
  await need(stage, ['refunds', 'create', '--payment', payment, '--amount', String(amount)]);
}

async function untilPaid(stage: Stage, payment: string): Promise<void> {
  await until(async () => {
    const known = await readKnown(stage.database_url, 'payments');
    return known.find(({ id }) => id === payment)?.status === 'success';
  });
}

/** Waits until the service has inquired about everything open. */
async function untilLookedAt(stage: Stage): Promise<Record<string, unknown>> {
  let status: Record<string, unknown> = {};
  await until(async () => {
    status = await readStatus(stage);
    return status.looked_at !== null && status.to_inquire === 0;
  });
  return status;
}

/**
 * Retries `recover open` until it succeeds. It fails while inquiries are outstanding, including those about
 * payments, payouts and refunds created since the last check.
 */
async function open(stage: Stage): Promise<void> {
  await until(async () => (await stage.guichet(['recover', 'open'])).code === 0);
}

const readStatus = (stage: Stage) => need(stage, ['recover', 'status']);

async function need(stage: Stage, words: readonly string[]): Promise<Record<string, unknown>> {
  const { code, printed } = await stage.guichet(words);
  if (code !== 0) throw new Error(`guichet ${words.join(' ')}: ${JSON.stringify(printed)}`);
  return printed as Record<string, unknown>;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const until_ms = performance.now() + looked_within_ms;
  while (!(await isSo())) {
    if (performance.now() > until_ms)
      throw new Error(`a condition is not met after ${looked_within_ms / 1000} s`);
    await setTimeout(500);
  }
}
