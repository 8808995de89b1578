import { AppError } from '@guichet/kernel/errors';
import { isPrivileged } from '../../../platform/actor/roles.ts';
import type { Mode } from '../../../platform/database/columns.ts';
import type { Standing } from './queries.ts';

/** The time for which an authentication is recent enough for sensitive actions. */
const authentication_lasts_ms = 15 * 60 * 1000;

/** @throws AppError `proof_required` when the last authentication is too long ago */
export function requireRecentAuthentication({ proven_ms_ago }: Pick<Standing, 'proven_ms_ago'>): void {
  if (proven_ms_ago > authentication_lasts_ms) throw new AppError('proof_required');
}

/** The action that a session is about to perform. */
export interface Undertaking {
  readonly mode: Mode;
  /** Whether it changes, in either mode, who can do what. */
  readonly gives_power: boolean;
}

/**
 * Requires a second factor if the merchant requires one of every member. For actions in live mode and for granting
 * access, also requires one of members who can move money or change who can, unless the merchant has turned that
 * off.
 *
 * @throws AppError `second_factor_required` if the session was opened without one
 */
export function requireSecondFactor(
  { second_factor, second_factor_required, second_factor_in_live, role }: Standing,
  { mode, gives_power }: Undertaking,
): void {
  if (second_factor) return;
  const is_live = second_factor_in_live && isPrivileged(role) && (mode === 'live' || gives_power);
  if (second_factor_required || is_live) throw new AppError('second_factor_required');
}
