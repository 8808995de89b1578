import type { Context } from '../context.ts';
import { findDelivery, recordAttempt } from './queries.ts';
import { readRetryAfter, retryWait } from './retry-schedule.ts';
import { addDeliveryJob } from './schedule-deliveries.ts';
import type { Sender } from './send.ts';
import { signatureHeaders } from './sign.ts';

const user_agent = 'Guichet-Webhooks/1.0';

/**
 * Job: one try of one delivery. The result and the next try are written in one transaction; if we die before that,
 * the job runs again and the receiver may see the event twice, never not at all.
 */
export async function deliverWebhook(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'secrets'>,
  sender: Sender,
  job: { merchant_id: string; delivery_id: string },
): Promise<void> {
  const { merchant_id, delivery_id } = job;
  const delivery = await findDelivery(ctx.db, merchant_id, delivery_id);
  if (delivery?.status !== 'waiting' || !delivery.enabled) return;

  const started_at = ctx.clock.now();
  const result = await sender.send(
    delivery.url,
    {
      'content-type': 'application/json',
      'user-agent': user_agent,
      ...signatureHeaders({
        id: delivery.event_id,
        body: delivery.body,
        secrets: [ctx.secrets.open(delivery.secret_sealed)],
        at: started_at,
      }),
    },
    delivery.body,
  );

  const number = delivery.attempts + 1;
  const now = ctx.clock.now();
  const succeeded = result.status_code !== null && result.status_code >= 200 && result.status_code < 300;
  // Jitter: after an outage the retries of many events must not all come at once.
  const random = Math.random();
  const wait_ms = succeeded ? null : retryWait(number, readRetryAfter(result.retry_after, now), random);
  const next_attempt_at = wait_ms === null ? null : new Date(now.getTime() + wait_ms);
  await ctx.db.transaction().execute(async (tx) => {
    const recorded = await recordAttempt(
      tx,
      {
        merchant_id,
        delivery_id,
        number,
        status_code: result.status_code,
        error: result.error,
        response_excerpt: result.response_excerpt,
        duration_ms: result.duration_ms,
        created_at: started_at,
      },
      {
        status: succeeded ? 'delivered' : next_attempt_at ? 'waiting' : 'failed',
        next_attempt_at,
        delivered_at: succeeded ? now : null,
      },
    );
    if (recorded && next_attempt_at) await addDeliveryJob(tx, job, next_attempt_at);
  });
  const { status_code, error, duration_ms } = result;
  ctx.log.info(
    { delivery_id, event_id: delivery.event_id, number, status_code, error, duration_ms },
    succeeded ? 'webhook delivered' : 'webhook not delivered',
  );
}
