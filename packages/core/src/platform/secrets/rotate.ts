import type { Context } from '../context.ts';
import { lockOldTexts, replaceText, type SealedTable, sealed_tables } from './queries.ts';

/** The number of rows per transaction, few enough that writers wait only briefly. */
const batch_size = 200;

/**
 * The number of a table's texts that were encrypted again, and the number of texts that no key can decrypt and that
 * remain unchanged.
 */
export interface Rotated {
  readonly table: SealedTable;
  readonly sealed_anew: number;
  readonly not_opened: number;
}

/**
 * Encrypts again everything that was encrypted with an earlier key. It can be interrupted and run again. Texts
 * encrypted with the current key are not changed.
 */
export async function rotateSecrets(
  ctx: Pick<Context, 'db' | 'secrets' | 'log'>,
): Promise<readonly Rotated[]> {
  const rotated: Rotated[] = [];
  for (const table of sealed_tables) rotated.push(await rotateTable(ctx, table));
  return rotated;
}

async function rotateTable(
  ctx: Pick<Context, 'db' | 'secrets' | 'log'>,
  table: SealedTable,
): Promise<Rotated> {
  let after: readonly string[] | undefined = [];
  let sealed_anew = 0;
  let not_opened = 0;
  while (after) {
    const batch = await rotateBatch(ctx, table, after);
    after = batch.last;
    sealed_anew += batch.sealed_anew;
    not_opened += batch.not_opened;
  }
  return { table, sealed_anew, not_opened };
}

async function rotateBatch(
  { db, secrets, log }: Pick<Context, 'db' | 'secrets' | 'log'>,
  table: SealedTable,
  after: readonly string[],
): Promise<{ last: readonly string[] | undefined; sealed_anew: number; not_opened: number }> {
  return db.transaction().execute(async (tx) => {
    const { current_prefix } = secrets;
    const texts = await lockOldTexts(tx, table, { current_prefix, after, limit: batch_size });
    let sealed_anew = 0;
    for (const { key, sealed } of texts) {
      const plain = tryOpen(secrets, sealed);
      if (plain === undefined) {
        log.error({ table, key }, 'a secret cannot be decrypted with any of the keys');
        continue;
      }
      await replaceText(tx, table, { key, sealed: secrets.seal(plain) });
      sealed_anew++;
    }
    return { last: texts.at(-1)?.key, sealed_anew, not_opened: texts.length - sealed_anew };
  });
}

/**
 * @returns undefined when the text was encrypted with an unknown key or has been modified, which the caller reports
 */
function tryOpen(secrets: Context['secrets'], sealed: string): string | undefined {
  try {
    return secrets.open(sealed);
  } catch {
    // Decryption throws for no other reason.
    return undefined;
  }
}
