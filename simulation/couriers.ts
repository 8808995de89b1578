import { findDueEndpoints, makeDispatcher } from '@guichet/core/testing';
import type pg from 'pg';
import { InjectedFault } from './mortal-pool.ts';
import type { Scene } from './scene.ts';
import type { Service } from './service.ts';
import type { ShopAnswer } from './shop.ts';

type Dispatcher = ReturnType<typeof makeDispatcher>;
type Sender = Parameters<typeof makeDispatcher>[1];

type Stand = Pick<Scene, 'fleet' | 'scheduler' | 'timeline' | 'shops' | 'touched' | 'count'>;

/**
 * Sends the webhooks with the dispatcher of the service. Only one process at a time sends to an endpoint; in
 * the real service, locks ensure this.
 */
export interface Couriers {
  /** The time at which a webhook is due next; null if none is, or no process is running. */
  nextAt(): Promise<number | null>;
  /** Lets processes send the deliveries that are due. @returns whether there are any */
  start(): Promise<boolean>;
}

/** The service looks for due deliveries every 500 ms or less often. */
const look_ms = 2_000;
/** PostgreSQL ends the connection that holds the locks of a process that is suspended for this long. */
const lost_after_ms = 15_000;
/** The time limit of a whole request (design section 10). */
const deadline_ms = 15_000;

const due_sql = `
select delivery.endpoint_id, min(greatest(delivery.next_attempt_at, health.open_until)) as at
from webhook_deliveries as delivery
join webhook_endpoints as endpoint
  on endpoint.merchant_id = delivery.merchant_id and endpoint.id = delivery.endpoint_id and endpoint.enabled
left join webhook_endpoint_health as health
  on health.merchant_id = delivery.merchant_id and health.endpoint_id = delivery.endpoint_id
where delivery.status = 'waiting' and delivery.merchant_id = $1
group by delivery.endpoint_id order by delivery.endpoint_id`;

interface Due {
  readonly endpoint_id: string;
  readonly at: Date;
}

/** Makes the part of a history that sends webhooks. Without shops, nothing is sent. */
export function makeCouriers(pool: pg.Pool, scene: Stand, merchant_id: string): Couriers {
  const { fleet, timeline, shops, touched } = scene;
  if (shops.length === 0) return { nextAt: async () => null, start: async () => false };
  const now_ms = (): number => timeline.now().getTime();
  const couriers = new Map<Service, Dispatcher>();
  const owners = new Map<string, Service>();
  let looked_ms = Number.NEGATIVE_INFINITY;
  let known: readonly Due[] = [];
  const readDue = async (): Promise<readonly Due[]> => {
    if (touched.take('webhooks')) {
      const asked = { name: 'history_webhooks', text: due_sql, values: [merchant_id] };
      known = (await pool.query<Due>(asked)).rows;
    }
    return known;
  };
  const courierOf = (service: Service): Dispatcher => {
    const known = couriers.get(service);
    if (known) return known;
    const made = makeDispatcher(service.ctx, makeSender(scene, service), () => {});
    couriers.set(service, made);
    return made;
  };
  const isLost = ({ life }: Service): boolean =>
    life.isOver() || life.frozen_until_ms() > now_ms() + lost_after_ms;
  /** Takes all endpoints from a process that has lost its connection; requests that it has sent continue. */
  const drop = (service: Service): void => {
    couriers.get(service)?.dropAll();
    for (const [id, owner] of owners) if (owner === service) owners.delete(id);
  };
  const ownerOf = (endpoint_id: string): Service | undefined => {
    const known = owners.get(endpoint_id);
    if (known && !isLost(known)) return known;
    if (known) drop(known);
    const next = fleet.pick();
    if (next) owners.set(endpoint_id, next);
    return next;
  };
  const look = async (service: Service): Promise<void> => {
    const dispatcher = courierOf(service);
    for (const endpoint_id of dispatcher.dropIdle(0)) owners.delete(endpoint_id);
    try {
      const due = await findDueEndpoints(service.ctx.db, service.ctx.clock.now());
      dispatcher.add(due.filter((endpoint_id) => (owners.get(endpoint_id) ?? service) === service));
      await dispatcher.fill();
    } catch (error) {
      if (!(error instanceof InjectedFault) && !service.life.isOver()) throw error;
      drop(service);
    }
  };
  return {
    nextAt: async () => {
      if (fleet.names().length === 0) return null;
      const times = (await readDue()).map(({ at }) => at.getTime());
      return times.length === 0 ? null : Math.max(looked_ms + look_ms, Math.min(...times));
    },
    start: async () => {
      if (now_ms() < looked_ms + look_ms) return false;
      const due = (await readDue()).filter(({ at }) => at.getTime() <= now_ms());
      const services = new Set(due.map(({ endpoint_id }) => ownerOf(endpoint_id)));
      services.delete(undefined);
      if (services.size === 0) return false;
      looked_ms = now_ms();
      for (const service of services) {
        if (service) scene.scheduler.spawn(() => look(service), service.life, { is_deaf: true });
      }
      return true;
    },
  };
}

/** The network between a process and the shops, without sockets. */
function makeSender({ scheduler, timeline, shops, count }: Stand, { life }: Service): Sender {
  const now_ms = (): number => timeline.now().getTime();
  /** Waits forever if the process is dead, because none of its code runs any more. */
  const turn = (what: string, from_ms?: number): Promise<void> =>
    scheduler.turn(life, what, from_ms).catch(() => new Promise<never>(() => {}));
  return {
    close: async () => undefined,
    send: async (url, headers, body) => {
      const shop = shops.find((one) => one.url === url);
      if (!shop) throw new Error(`no shop is at ${url}`);
      const began_ms = now_ms();
      await turn(`webhook to ${shop.url}`);
      const is_prompt = life.frozen_until_ms() < now_ms() - 10 * 60_000;
      const answer = shop.take({ headers, body, now_ms: now_ms(), is_prompt });
      const { arrival, retry_after } = answer;
      await turn(`answer of ${shop.url}`, now_ms() + answer.latency_ms);
      const duration_ms = now_ms() - began_ms;
      const problem = problemOf(answer, duration_ms);
      arrival.is_heard = problem === null;
      count(problem === null ? `webhook: ${arrival.status}` : 'webhook: no answer');
      return {
        status_code: problem === null ? arrival.status : null,
        error: problem,
        response_excerpt: problem === null ? '' : null,
        retry_after: problem === null ? retry_after : undefined,
        duration_ms,
      };
    },
  };
}

/** Returns the reason why a request has no response; null if it has one. */
function problemOf({ arrival, is_lost }: ShopAnswer, duration_ms: number): string | null {
  if (duration_ms > deadline_ms) return 'no complete answer';
  if (is_lost) return 'ECONNRESET';
  return arrival.status === null ? 'ECONNREFUSED' : null;
}
