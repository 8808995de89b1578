import type { Notice, RawCallback } from '@guichet/operators/contract';
import { applyOutcome } from '../../payments/attempt/apply-outcome.ts';
import { findAttemptByReference } from '../../payments/attempt/queries.ts';
import type { Context } from '../../platform/context.ts';
import { applyTransferOutcome } from '../../transfers/apply-outcome.ts';
import { findByReference } from '../../transfers/kinds.ts';
import { isReference } from './reference.ts';

/**
 * Receives a provider's callback. A callback with an invalid signature or an unknown reference is logged and
 * changes nothing. The outcome in an authenticated callback is applied like the outcome of a response or an
 * inquiry, so that a callback that is repeated, or arrives before or after the inquiry, needs no special handling.
 */
export async function receiveCallback(ctx: Context, connector_id: string, raw: RawCallback): Promise<void> {
  const connector = ctx.connectors.get(connector_id);
  if (!connector) throw new Error(`connector ${connector_id} is not configured`);
  if (!(await connector.verifyCallback(raw))) {
    ctx.log.warn({ connector: connector_id }, 'a callback with a wrong signature was ignored');
    return;
  }
  for (const notice of connector.readCallback(raw)) await applyNotice(ctx, connector_id, notice);
}

async function applyNotice(ctx: Context, connector_id: string, notice: Notice): Promise<void> {
  const { reference } = notice;
  const isOurs = isReference(reference);
  const attempt = isOurs ? await findAttemptByReference(ctx.db, reference) : undefined;
  if (attempt?.connector === connector_id) {
    const { merchant_id, payment_id, id: attempt_id } = attempt;
    await applyOutcome(ctx, { merchant_id, payment_id, attempt_id }, notice, 'callback');
    return;
  }
  const found = isOurs && !attempt ? await findByReference(ctx.db, reference) : undefined;
  if (found?.transfer.connector === connector_id) {
    return applyTransferOutcome(ctx, found.kind, found.transfer, notice, 'callback');
  }
  ctx.log.warn({ connector: connector_id, reference }, 'a callback for an unknown reference');
}
