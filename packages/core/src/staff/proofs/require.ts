import { AppError } from '@guichet/kernel/errors';
import type { Standing } from './queries.ts';

/** So long a proof of who one is lasts for what counts most. */
export const proof_lasts_ms = 15 * 60 * 1000;

/** @throws AppError `proof_required` when the last proof is too long ago */
export function requireProof({ proven_ms_ago }: Pick<Standing, 'proven_ms_ago'>): void {
  if (proven_ms_ago > proof_lasts_ms) throw new AppError('proof_required');
}

/** @throws AppError `second_step_required` where a merchant asks for one and the session has none */
export function requireSecondStep(standing: Pick<Standing, 'second_step_required' | 'second_step'>): void {
  if (standing.second_step_required && !standing.second_step) throw new AppError('second_step_required');
}
