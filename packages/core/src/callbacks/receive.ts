import type { Notice, RawCallback } from '@guichet/operators/contract';
import { applyOutcome } from '../attempts/apply-outcome.ts';
import { requireConnector } from '../attempts/call-connector.ts';
import { findAttemptByReference } from '../attempts/queries.ts';
import type { Context } from '../context.ts';

/**
 * Takes a provider's callback in. One whose signature is wrong, or that speaks of nothing we know, is logged and
 * changes nothing. What a proven one says goes through the same door as an answer or a look-up, so that a callback
 * that comes twice, too early or after the look-up is no special case.
 */
export async function receiveCallback(ctx: Context, connector_id: string, raw: RawCallback): Promise<void> {
  const connector = requireConnector(ctx, connector_id);
  if (!connector.verifyCallback(raw)) {
    ctx.log.warn({ connector: connector_id }, 'a callback with a wrong signature was ignored');
    return;
  }
  for (const notice of connector.readCallback(raw)) await applyNotice(ctx, connector_id, notice);
}

/** Our references are UUIDs. PostgreSQL would take anything else for a fault of ours. */
const reference_pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

async function applyNotice(ctx: Context, connector_id: string, notice: Notice): Promise<void> {
  const attempt =
    notice.reference !== null && reference_pattern.test(notice.reference)
      ? await findAttemptByReference(ctx.db, notice.reference)
      : undefined;
  if (!attempt || attempt.connector !== connector_id) {
    ctx.log.warn({ connector: connector_id, reference: notice.reference }, 'a callback for nothing we know');
    return;
  }
  const { merchant_id, payment_id, id: attempt_id } = attempt;
  await applyOutcome(ctx, { merchant_id, payment_id, attempt_id }, notice, 'callback');
}
