import { AppError } from '@guichet/kernel/errors';
import type { Connection } from '../../platform/database/connect.ts';
import { requireOpen } from '../../platform/recovery/require-open.ts';
import { findPaid, type Paid } from './queries.ts';

/** Ten characters of Crockford's alphabet, which has no I, L, O or U. */
const reference_pattern = /^[0-9A-HJKMNP-TV-Z]{10}$/;

/**
 * Reads a reference as people write it: in upper or lower case, with or without its hyphen, O for 0, I or L for 1.
 *
 * @returns the ten characters; undefined for anything else
 */
export function readReference(text: string): string | undefined {
  if (text.length > 40) return undefined;
  const reference = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return reference_pattern.test(reference) ? reference : undefined;
}

/**
 * Finds the paid payment with a reference.
 *
 * @param mode only in this mode; in either if omitted
 * @throws AppError `recovering`, `receipt_not_found`, also if two payments share the reference: neither is shown
 */
export async function requirePaid(
  db: Connection,
  text: string,
  of: { readonly mode?: 'test' | 'live'; readonly merchant_id?: string } = {},
): Promise<Paid> {
  const reference = readReference(text);
  const found = reference === undefined ? [] : await findPaid(db, { reference, ...of });
  const [paid, ...others] = found;
  // A restored database may lack the payment: only once the service is open, its absence means something.
  if (!paid) await requireOpen(db);
  if (!paid || others.length > 0) throw new AppError('receipt_not_found');
  return paid;
}
