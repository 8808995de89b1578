import {
  createEndpoint,
  disableEndpoint,
  enableEndpoint,
  resendToOwnEndpoint,
  rotateSecret,
} from '@guichet/core/events';
import type { Context, StaffActor } from '@guichet/core/platform';
import type { ShopAction } from './draw-shops.ts';
import type { Shop } from './shop.ts';
import type { Stage } from './stage.ts';

type Of<Kind extends ShopAction['kind']> = Extract<ShopAction, { kind: Kind }>;

const hour_ms = 3_600_000;

/** Creates the endpoint of a shop. The shop uses its secret from then on. */
export async function openShop(ctx: Context, owner: StaffActor, shop: Shop): Promise<void> {
  const { url, plan } = shop;
  const made = await createEndpoint(ctx, owner, { url, ...(plan.events && { events: plan.events }) });
  shop.endpoint_id = made.id;
  const now_ms = ctx.clock.now().getTime();
  const asked = shop.ask(now_ms);
  asked.learn(made.secret, { from_ms: now_ms, others_end_ms: now_ms })();
  asked.end();
}

/** Rotates the secret of an endpoint; its shop begins to use the new secret while both are valid. */
export async function rotateSecretOf(
  ctx: Context,
  stage: Stage,
  { shop: index, overlap_hours, used_after }: Of<'rotate_secret'>,
): Promise<void> {
  const shop = shopOf(stage, index);
  const now_ms = (): number => stage.timeline.now().getTime();
  const overlap_ms = overlap_hours * hour_ms;
  const asked = shop.ask(now_ms() + overlap_ms);
  try {
    const body = { overlap_hours };
    const { secret } = await rotateSecret(ctx, stage.persons[0], { id: shop.endpoint_id, body });
    const use = asked.learn(secret, { from_ms: now_ms(), others_end_ms: now_ms() + overlap_ms });
    if (overlap_ms === 0) use();
    else stage.timeline.after(Math.round(used_after * overlap_ms), use);
  } finally {
    asked.end();
  }
}

export async function switchOff(ctx: Context, stage: Stage, { shop }: Of<'switch_off'>): Promise<void> {
  await disableEndpoint(ctx, stage.persons[0], shopOf(stage, shop).endpoint_id);
}

/** Enables an endpoint, and requests that all its events are sent again (docs/guides/webhooks.md). */
export async function switchOn(ctx: Context, stage: Stage, { shop: index }: Of<'switch_on'>): Promise<void> {
  const shop = shopOf(stage, index);
  shop.mend(stage.timeline.now().getTime());
  const [owner] = stage.persons;
  const { created_at } = await enableEndpoint(ctx, owner, shop.endpoint_id);
  await resendToOwnEndpoint(ctx, owner, { id: shop.endpoint_id, body: { which: 'all', since: created_at } });
}

/** Requests that failed deliveries are sent again, as a merchant does after a repair of the shop. */
export async function resend(ctx: Context, stage: Stage, { shop: index }: Of<'resend'>): Promise<void> {
  const { endpoint_id: id } = shopOf(stage, index);
  const since = new Date(stage.timeline.now().getTime() - 24 * hour_ms).toISOString();
  await resendToOwnEndpoint(ctx, stage.persons[0], { id, body: { which: 'failed', since } });
}

function shopOf({ shops }: Stage, index: number): Shop {
  const shop = shops[index];
  if (!shop) throw new Error(`the plan has no shop ${index}`);
  return shop;
}
