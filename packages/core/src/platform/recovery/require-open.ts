import { AppError } from '@guichet/kernel/errors';
import type { Connection } from '../database/connect.ts';
import { isRecovering } from './queries.ts';

/** Only a hint for API callers: the recovery ends when staff have reviewed the findings and opened the service. */
const retry_after_s = 60;

/**
 * Requires that the service is not recovering. Called in the transaction that is committed before anything is sent,
 * so that all processes stop at the same moment.
 *
 * @throws AppError `recovering`
 */
export async function requireOpen(tx: Connection): Promise<void> {
  if (await isRecovering(tx)) throw new AppError('recovering', { retry_after_s });
}
