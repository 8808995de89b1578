import { timestampText } from '@guichet/kernel/clock';
import { AppError } from '@guichet/kernel/errors';
import { requireMerchant } from '../../../accounts/merchants/find.ts';
import type { MerchantActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { keyOf } from './hold.ts';
import {
  type Endpoint,
  type EndpointFacts,
  findEndpoint,
  listEndpointsOf,
  listLiveSecrets,
  readEndpointFacts,
  type WebhookSecret,
} from './queries.ts';
import { type EndpointObject, presentEndpoint } from './schemas.ts';

type Ctx = Pick<Context, 'db' | 'clock'>;

/** An endpoint as the merchant's staff see it. Times are ISO 8601 with an offset. */
export interface EndpointReport extends EndpointObject {
  readonly health: {
    /** Consecutive failed attempts. */
    readonly failures: number;
    /** Time of the first of the consecutive failed attempts; null after a success. */
    readonly failing_since: string | null;
    /** End of the pause after repeated failures; null when it is not paused. */
    readonly paused_until: string | null;
    readonly last_delivered_at: string | null;
    /** Deliveries still to be made. */
    readonly waiting: number;
    /** Deliveries that were given up; they can be sent again. */
    readonly failed: number;
  };
  /** The valid secrets, newest first. */
  readonly secrets: readonly {
    readonly id: string;
    readonly created_at: string;
    readonly expires_at: string | null;
  }[];
}

/**
 * Lists the endpoints of the actor's mode, including disabled ones, oldest first.
 *
 * @throws AppError `forbidden`, `merchant_not_found`
 */
export async function listEndpoints(ctx: Ctx, actor: MerchantActor): Promise<EndpointReport[]> {
  requireScope(actor, 'developers:read');
  const { merchant_id, mode } = actor;
  await requireMerchant(ctx, merchant_id);
  return reportAll(ctx, merchant_id, await listEndpointsOf(ctx.db, merchant_id, mode));
}

/** Gets an endpoint. @throws AppError `forbidden`, `endpoint_not_found` */
export async function showEndpoint(
  ctx: Ctx,
  actor: MerchantActor,
  endpoint_id: string,
): Promise<EndpointReport> {
  requireScope(actor, 'developers:read');
  const endpoint = await findEndpoint(ctx.db, keyOf(actor, endpoint_id));
  const [report] = endpoint ? await reportAll(ctx, endpoint.merchant_id, [endpoint]) : [];
  if (!report) throw new AppError('endpoint_not_found');
  return report;
}

async function reportAll(
  { db, clock }: Ctx,
  merchant_id: string,
  endpoints: readonly Endpoint[],
): Promise<EndpointReport[]> {
  if (endpoints.length === 0) return [];
  const now = clock.now();
  const ids = endpoints.map(({ id }) => id);
  const facts = new Map((await readEndpointFacts(db, merchant_id, ids)).map((one) => [one.endpoint_id, one]));
  const secrets = Map.groupBy(
    await listLiveSecrets(db, merchant_id, ids, now),
    ({ endpoint_id }) => endpoint_id,
  );
  return endpoints.map((endpoint) => ({
    ...presentEndpoint(endpoint),
    health: presentHealth(facts.get(endpoint.id), now),
    secrets: (secrets.get(endpoint.id) ?? []).map(presentSecret),
  }));
}

function presentHealth(facts: EndpointFacts | undefined, now: Date): EndpointReport['health'] {
  const { open_until = null } = facts ?? {};
  return {
    failures: facts?.failures ?? 0,
    failing_since: textOf(facts?.failing_since),
    paused_until: open_until !== null && open_until > now ? textOf(open_until) : null,
    last_delivered_at: textOf(facts?.last_delivered_at),
    waiting: facts?.waiting ?? 0,
    failed: facts?.failed ?? 0,
  };
}

function presentSecret({ id, created_at, expires_at }: WebhookSecret): EndpointReport['secrets'][number] {
  return { id, created_at: timestampText(created_at), expires_at: textOf(expires_at) };
}

function textOf(date: Date | null | undefined): string | null {
  return date ? timestampText(date) : null;
}
