import { AppError } from '@guichet/kernel/errors';
import { isPrivileged } from '../../../platform/actor/roles.ts';
import type { Mode } from '../../../platform/database/columns.ts';
import type { Standing } from './queries.ts';

/** So long a proof of who one is lasts for what counts most. */
export const proof_lasts_ms = 15 * 60 * 1000;

/** @throws AppError `proof_required` when the last proof is too long ago */
export function requireProof({ proven_ms_ago }: Pick<Standing, 'proven_ms_ago'>): void {
  if (proven_ms_ago > proof_lasts_ms) throw new AppError('proof_required');
}

/** What somebody is about to do. */
export interface Undertaking {
  readonly mode: Mode;
  /** Whether it changes, in either mode, who can do what. */
  readonly gives_power: boolean;
}

/**
 * Asks for a second step where the merchant wants one of everybody, and, unless the merchant has said otherwise, of those
 * who can move live money or change who can, before they do.
 *
 * @throws AppError `second_step_required` when the session has shown none
 */
export function requireSecondStep(
  { second_step, second_step_required, second_step_in_live, role }: Standing,
  { mode, gives_power }: Undertaking,
): void {
  if (second_step) return;
  const is_live = second_step_in_live && isPrivileged(role) && (mode === 'live' || gives_power);
  if (second_step_required || is_live) throw new AppError('second_step_required');
}
