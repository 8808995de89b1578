import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import type { LinkUse, PaymentLink } from './queries.ts';

/** A reason for which a link cannot be paid. */
export type LinkRefusal = 'paused' | 'ended' | 'expired' | 'sold_out' | 'paid';

/** Whether the payments of a link have to be counted before another one may be made. */
export function isLimited({
  payments_max,
  in_parts,
}: Pick<PaymentLink, 'payments_max' | 'in_parts'>): boolean {
  return payments_max !== null || in_parts;
}

/** Returns the reason for which a link cannot be paid now; null if it can be. */
export function refusalOf(
  link: PaymentLink,
  used: Pick<LinkUse, 'taken' | 'promised_minor'>,
  now: Date,
): LinkRefusal | null {
  if (link.status !== 'active') return link.status;
  const isPaid = link.in_parts && used.promised_minor >= (link.amount_minor ?? 0n);
  if (isPaid || (link.payments_max === 1 && used.taken > 0)) return 'paid';
  if (link.payments_max !== null && used.taken >= link.payments_max) return 'sold_out';
  return link.expires_at !== null && link.expires_at <= now ? 'expired' : null;
}

/** Returns the part of a bill that is neither paid nor being paid, in minor units. */
export function dueOf(
  { amount_minor }: Pick<PaymentLink, 'amount_minor'>,
  { promised_minor }: Pick<LinkUse, 'promised_minor'>,
): bigint {
  const due = (amount_minor ?? 0n) - promised_minor;
  return due > 0n ? due : 0n;
}

const sentences: Readonly<Record<LinkRefusal, string>> = {
  paused: 'The merchant has paused this payment link.',
  ended: 'The merchant has ended this payment link.',
  expired: 'This payment link has expired.',
  sold_out: 'Everything that this payment link offered is sold, or is being paid at the moment.',
  paid: 'What this payment link asks for is already paid, or is being paid at the moment.',
};

/** Makes the error for a link that cannot be paid. */
export function unavailable(reason: LinkRefusal): AppError {
  return new AppError('payment_link_unavailable', { reason: problem(`link_${reason}`, sentences[reason]) });
}
