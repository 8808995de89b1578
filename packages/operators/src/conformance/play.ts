import { expect, type TestContext, test } from 'vitest';
import type {
  CollectRequest,
  Connector,
  ConnectorAnswer,
  Direction,
  LookupRequest,
  Notice,
  PayoutRequest,
  RawCallback,
  RefundRequest,
} from '../contract.ts';
import type { Situation, World } from './world.ts';

/** The time after which a provider has decided everything that does not depend on the end of the session. */
export const patience_ms = 60_000;

/** A request and its direction. */
export type Order =
  | { readonly direction: 'collect'; readonly request: CollectRequest }
  | { readonly direction: 'payout'; readonly request: PayoutRequest }
  | { readonly direction: 'refund'; readonly request: RefundRequest };

/** A world with one request in it. */
export interface Play<Asked extends Order = Order> extends World {
  readonly direction: Direction;
  readonly request: Asked['request'];
  readonly skip: TestContext['skip'];
  /** Sends the request each time it is called. */
  send(signal?: AbortSignal): Promise<ConnectorAnswer>;
  /** Sends a different request under the same reference: for twice the amount. */
  sendAnother(): Promise<ConnectorAnswer>;
  /** Inquires as if the response to the request had been lost. @param more other fields of the inquiry */
  lookup(more?: Partial<LookupRequest>): Promise<ConnectorAnswer>;
  /** Callbacks sent since the request, except those about the collection that is refunded. */
  delivered(): readonly RawCallback[];
  /** Reads all of these callbacks, and requires signed ones to be genuine. */
  readNotices(): Promise<readonly Notice[]>;
}

/** Adds a test of one situation. */
export type Case<Asked extends Order = Order> = (
  title: string,
  situation: Situation,
  run: (play: Play<Asked>) => Promise<void>,
) => void;

/** Makes the request for a situation; undefined if that situation never occurs with the provider. */
export type MakeOrder<Asked extends Order = Order> = (
  world: World,
  situation: Situation,
) => Asked | undefined | Promise<Asked | undefined>;

/**
 * Makes the function that adds tests, each with a new world. Situations that never occur with the provider are
 * skipped.
 */
export function casesOf<Asked extends Order>(
  makeWorld: () => Promise<World>,
  makeOrder: MakeOrder<Asked>,
): Case<Asked> {
  return (title, situation, run) => {
    test(title, async ({ skip }) => {
      const world = await makeWorld();
      try {
        const order = (await makeOrder(world, situation)) ?? skip(`the provider never "${situation}"`);
        await run(makePlay(world, order, skip));
      } finally {
        await world.close();
      }
    });
  };
}

/** Sets up a play: the request exists, but has not been sent. */
export function makePlay<Asked extends Order>(
  world: World,
  order: Asked,
  skip: TestContext['skip'],
): Play<Asked> {
  const { connector } = world;
  const asked = lookupOf(order.request, world.clock.now(), order.direction);
  const usual = new AbortController().signal;
  const delivered_before = world.delivered().length;
  const delivered = () => world.delivered().slice(delivered_before);
  return {
    ...world,
    direction: order.direction,
    request: order.request,
    skip,
    send: (signal = usual) => make(connector, order, signal),
    sendAnother: () => make(connector, doubled(order), usual),
    lookup: (more = {}) => connector.lookup({ ...asked, ...more }, usual),
    delivered,
    readNotices: async () => {
      if (world.callback_trust === 'signed') {
        for (const raw of delivered()) expect(await connector.verifyCallback(raw)).toBe(true);
      }
      return delivered().flatMap((raw) => connector.readCallback(raw));
    },
  };
}

function doubled<Asked extends Order>(order: Asked): Asked {
  const { money } = order.request;
  return {
    ...order,
    request: { ...order.request, money: { ...money, amount_minor: 2n * money.amount_minor } },
  };
}

/** An inquiry about a request whose response was lost, so that the provider's own reference is not known. */
export function lookupOf(
  request: Order['request'],
  created_at: Date,
  direction: Direction = 'collect',
): LookupRequest {
  const { reference, operator, phone, money } = request;
  const collection = 'collection' in request ? { collection: request.collection } : {};
  return {
    direction,
    reference,
    provider_reference: null,
    operator,
    phone,
    money,
    created_at,
    ...collection,
  };
}

/** Sends a request with the connector's method for its direction. */
export function make(connector: Connector, order: Order, signal: AbortSignal): Promise<ConnectorAnswer> {
  switch (order.direction) {
    case 'collect':
      return connector.collect(order.request, signal);
    case 'payout':
      if (!connector.payout) throw new Error('the connector has no payouts');
      return connector.payout(order.request, signal);
    case 'refund':
      if (!connector.refund) throw new Error('the connector has no refunds');
      return connector.refund(order.request, signal);
  }
}
