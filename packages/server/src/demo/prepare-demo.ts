import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '@guichet/core/platform';
import {
  commandFor,
  createKey,
  createMerchant,
  findDemoMerchant,
  fundSandboxOnce,
  makeAuthenticate,
  setRule,
} from '@guichet/core/serving';
import { AppError } from '@guichet/kernel/errors';
import { command, type DemoOwner, prepareOwner } from './prepare-owner.ts';
import { inTurn } from './queries.ts';

/** Contents of `DATA_DIR/demo.json`. */
export interface Demo {
  /** URL of the API with its version, as the client library expects it. */
  readonly base_url: string;
  readonly merchant_id: string;
  readonly test_key: string;
  /** The owner's credentials for the dashboard. */
  readonly owner: DemoOwner;
}

const rules = [
  { operator: 'mtn_ci', fee_percent: '2' },
  { operator: 'orange_ci', fee_percent: '1.5' },
  { operator: 'wave_ci', fee_percent: '1' },
  { operator: 'mtn_bj', fee_percent: '0' },
];

/** Design section 6. */
export const play_money = { currency: 'XOF', amount: 1_000_000 };

/**
 * Makes sure that development has a demo merchant with routing rules, play money to pay out, a test key that works and
 * an owner who can sign in, and that `demo.json` describes them. Existing parts are kept.
 */
export function prepareDemo(ctx: Context, data_dir: string): Promise<Demo> {
  const path = join(data_dir, 'demo.json');
  // If several processes start concurrently, one creates the merchant and the file; the others find them.
  return inTurn(ctx.pool, async () => {
    const merchant_id = (await findDemoMerchant(ctx.db))?.id ?? (await makeDemoMerchant(ctx));
    const actor = commandFor(command, { merchant_id, mode: 'test' });
    // Also funds a merchant that was created by a version without payouts.
    await fundSandboxOnce(ctx, actor, play_money);
    const kept = await readDemo(path);
    const test_key =
      kept && (await isKeyOf(ctx, kept.test_key, merchant_id))
        ? kept.test_key
        : (await createKey(ctx, actor, {})).key;
    const owner = await prepareOwner(ctx, merchant_id, kept?.owner);
    const demo: Demo = { base_url: `${ctx.public_url}/api/v1`, merchant_id, test_key, owner };
    await writeDemo(data_dir, path, demo);
    return demo;
  });
}

/**
 * Creates a merchant like the demo's, but without play money, key or owner.
 *
 * @param is_demo true for the demo merchant, of which there can be at most one
 * @returns its id
 */
export async function makeDemoMerchant(ctx: Context, is_demo = true): Promise<string> {
  const { id } = await createMerchant(ctx, command, { name: 'Boutique Aya', country: 'CI', is_demo });
  const actor = commandFor(command, { merchant_id: id, mode: 'test' });
  for (const rule of rules) await setRule(ctx, actor, { enabled: true, ...rule });
  return id;
}

async function isKeyOf(ctx: Context, key: string, merchant_id: string): Promise<boolean> {
  try {
    return (await makeAuthenticate(ctx.db)(`Bearer ${key}`)).merchant_id === merchant_id;
  } catch (error) {
    // The key was revoked or belongs to a different database, so the caller creates a new one.
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** @returns the record of an earlier start; undefined if there is no usable one */
async function readDemo(path: string): Promise<Demo | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    const demo = JSON.parse(text) as Partial<Demo>;
    return typeof demo.test_key === 'string' ? (demo as Demo) : undefined;
  } catch {
    // The file may have been broken by an edit. It is only a record, so it is written again.
    return undefined;
  }
}

/** Writes a temporary file and renames it, so that a reader never sees a partial file. */
async function writeDemo(data_dir: string, path: string, demo: Demo): Promise<void> {
  await mkdir(data_dir, { recursive: true, mode: 0o700 });
  const draft = join(data_dir, `demo.${randomUUID()}.json`);
  await writeFile(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
}
