import type { Context } from '../context.ts';
import { dropText, lockOldTexts, replaceText, type SealedTable, sealed_tables } from './queries.ts';

/** The number of rows per transaction, few enough that writers wait only briefly. */
const batch_size = 200;

type Ctx = Pick<Context, 'db' | 'secrets' | 'log'>;

/** The result for the texts of a table that were encrypted with an earlier key. */
export interface Rotated {
  readonly table: SealedTable;
  /** The number of texts that were encrypted again. */
  readonly sealed_anew: number;
  /** The number of texts that no key can decrypt and that were dropped. */
  readonly dropped: number;
  /** The number of texts that no key can decrypt and that remain unchanged. */
  readonly not_opened: number;
}

/**
 * Encrypts again everything that was encrypted with an earlier key. It can be interrupted and run again. Texts
 * encrypted with the current key are not changed.
 *
 * @param options.drop_unreadable drops texts that no key can decrypt and that nobody can enter again. Nothing is
 * dropped while another text cannot be decrypted: the key may just not be configured.
 */
export async function rotateSecrets(
  ctx: Ctx,
  { drop_unreadable = false }: { readonly drop_unreadable?: boolean } = {},
): Promise<readonly Rotated[]> {
  const rotated: Rotated[] = [];
  for (const table of sealed_tables) {
    const isDropping = drop_unreadable && rotated.every(({ not_opened }) => not_opened === 0);
    rotated.push(await rotateTable(ctx, table, isDropping));
  }
  return rotated;
}

async function rotateTable(ctx: Ctx, table: SealedTable, isDropping: boolean): Promise<Rotated> {
  let after: readonly string[] | undefined = [];
  let [sealed_anew, dropped, not_opened] = [0, 0, 0];
  while (after) {
    const batch = await rotateBatch(ctx, table, { after, isDropping });
    after = batch.last;
    sealed_anew += batch.sealed_anew;
    dropped += batch.dropped;
    not_opened += batch.not_opened;
  }
  return { table, sealed_anew, dropped, not_opened };
}

async function rotateBatch(
  { db, secrets, log }: Ctx,
  table: SealedTable,
  { after, isDropping }: { readonly after: readonly string[]; readonly isDropping: boolean },
): Promise<Omit<Rotated, 'table'> & { readonly last: readonly string[] | undefined }> {
  return db.transaction().execute(async (tx) => {
    const { current_prefix } = secrets;
    const texts = await lockOldTexts(tx, table, { current_prefix, after, limit: batch_size });
    let [sealed_anew, dropped, not_opened] = [0, 0, 0];
    for (const { key, sealed } of texts) {
      const plain = tryOpen(secrets, sealed);
      if (plain !== undefined) {
        await replaceText(tx, table, { key, sealed: secrets.seal(plain) });
        sealed_anew++;
      } else if (isDropping && (await dropText(tx, table, { key, empty: secrets.seal('{}') }))) {
        dropped++;
      } else {
        log.error({ table, key }, 'a secret cannot be decrypted with any of the keys');
        not_opened++;
      }
    }
    return { last: texts.at(-1)?.key, sealed_anew, dropped, not_opened };
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
