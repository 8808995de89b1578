import { asCurrency } from '@guichet/kernel/currencies';
import type { Money } from '@guichet/kernel/money';
import type { Logo } from '../../accounts/merchants/logo/picture.ts';
import type { Merchant } from '../../accounts/merchants/queries.ts';
import type { CustomerActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { readActionOf } from '../../platform/secrets/keep-tokens.ts';
import { makeOffers, type Offer } from '../../routing/offers.ts';
import type { Attempt } from '../attempt/queries.ts';
import type { Payment } from '../queries.ts';
import { findByToken } from './find.ts';
import type { Session } from './queries.ts';
import { findSnapshot } from './snapshot/queries.ts';

/** The current data that the hosted page shows. */
export interface CheckoutSnapshot {
  readonly session: Session;
  readonly payment: Payment;
  readonly merchant: Merchant;
  readonly logo: Logo | null;
  readonly amount: Money;
  readonly offers: readonly Offer[];
  /** The attempt that paid; without one, the newest, open or ended. */
  readonly attempt: Attempt | null;
}

/** Reads the hosted page's data. @throws AppError `forbidden`, `session_not_found`, `recovering` */
export async function getCheckoutSnapshot(
  ctx: Pick<Context, 'db' | 'pool' | 'connectors' | 'clock' | 'tokens'>,
  actor: CustomerActor,
): Promise<CheckoutSnapshot> {
  requireScope(actor, 'checkout:read');
  const { token } = actor;
  const { routing, ...rows } = await findByToken(ctx, token, (handle) => findSnapshot(ctx.pool, handle));
  const { session, payment } = rows;
  const amount = { amount_minor: payment.amount_minor, currency: asCurrency(payment.currency) };
  const attempt = rows.attempt && readActionOf(ctx.tokens, session, rows.attempt);
  return {
    ...rows,
    attempt,
    amount,
    offers: makeOffers(ctx, routing, { mode: session.mode, money: amount }),
  };
}
