import { randomBytes } from 'node:crypto';
import { makeId } from '@guichet/kernel/ids';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import {
  type IdempotencyKey,
  type IdempotentResult,
  runIdempotently,
} from '../../platform/idempotency/run-idempotently.ts';
import { codeOf } from '../../platform/secrets/short-codes.ts';
import { draftLink } from './draft.ts';
import { presentLink } from './present.ts';
import { insertLink, type NewPaymentLink, type PaymentLink } from './queries.ts';
import type { PaymentLinkObject } from './schemas.ts';

/** Far more than needed: with a million links, the chance that a code is taken is one in a million. */
const draws_max = 5;

/**
 * Creates a payment link.
 *
 * @param once the request's Idempotency-Key, null without one
 * @throws AppError `forbidden`, `invalid_fields` naming every invalid field, `idempotency_key_reused`,
 * `idempotency_key_in_use`
 */
export async function createPaymentLink(
  ctx: Pick<Context, 'db' | 'clock' | 'public_url'>,
  actor: MerchantActor,
  body: unknown,
  once: IdempotencyKey | null,
): Promise<IdempotentResult<PaymentLinkObject>> {
  requireScope(actor, 'payment_links:write');
  const { merchant_id, mode } = actor;
  const at = ctx.clock.now();
  const terms = draftLink(body, { mode, now: at });
  const id = makeId('payment_link');
  return ctx.db.transaction().execute((tx) =>
    runIdempotently(tx, { merchant_id, mode, scope: '', object_id: id }, once, at, async () => {
      const made = { merchant_id, id, mode, status: 'active', created_at: at, updated_at: at } as const;
      const link = await insertWithCode(tx, { ...terms, ...made });
      return presentLink(ctx, { ...link, taken: 0, promised_minor: 0n, paid: 0, paid_minor: 0n });
    }),
  );
}

async function insertWithCode(tx: Connection, link: Omit<NewPaymentLink, 'code'>): Promise<PaymentLink> {
  for (let draw = 0; draw < draws_max; draw++) {
    const made = await insertLink(tx, { ...link, code: codeOf(randomBytes(8)) });
    if (made) return made;
  }
  throw new Error('no free code was found for a payment link');
}
