import { randomUUID } from 'node:crypto';
import { makeVisit, type Visit } from '@guichet/server/dashboard/testing/visit';
import type { Demo } from '@guichet/server/demo/prepare-demo';

/** The demo merchant, and what the steps of the traffic need to act for it. */
export interface Shop {
  readonly url: string;
  readonly demo: Demo;
  /** Sends a request to the API. @throws Error when it is refused */
  ask(method: 'GET' | 'POST', path: string, body?: object): Promise<Readonly<Record<string, unknown>>>;
  /** Returns the payment of an order, if a webhook has reported it as paid. */
  paidAs(order: string): string | undefined;
  /** Returns a paid payment, each only once; undefined if there is none. */
  takePaid(): string | undefined;
  /** The visit of the signed-in member of staff. */
  visit(): Visit;
  enter(visit: Visit): void;
}

/** Signs in as the owner of the demo merchant, in a new visit. */
export async function signInAsOwner({ url, demo }: Pick<Shop, 'url' | 'demo'>): Promise<Visit> {
  const visit = makeVisit({ url, demo });
  const { status, body } = await visit.signIn(demo.owner.email, demo.owner.password ?? '');
  if (status !== 200) throw new Error(`the response to the sign-in was ${status}: ${JSON.stringify(body)}`);
  return visit;
}

/** Sends a request with the key of the demo merchant. @throws Error when it is refused */
export async function askApi(
  { url, demo }: Pick<Shop, 'url' | 'demo'>,
  method: string,
  path: string,
  body?: object,
) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${demo.test_key}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the response to ${path} was ${response.status}: ${text}`);
  return JSON.parse(text).data;
}
