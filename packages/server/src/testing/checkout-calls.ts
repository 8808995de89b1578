import type { CheckoutObject, CheckoutStatus } from '@guichet/core/payments';
import { expect } from 'vitest';
import type { TestService } from '../../../../test-support/service.ts';
import { type ApiAnswer, callApi } from './api.ts';
import { type EventStream, openEvents } from './event-stream.ts';

/** An Ivorian number whose last two digits select a row of the sandbox's table. */
export function phoneEnding(digits: string): string {
  return `+22505040302${digits}`;
}

/** The default payment method of these tests. */
export function meansEnding(digits: string, more: object = {}): object {
  return { operator: 'mtn_ci', phone: phoneEnding(digits), ...more };
}

const withKey = (key?: string) => ({ headers: key === undefined ? {} : { 'idempotency-key': key } });

/** Pays as the merchant's own front end does. */
export function callPay(
  service: Pick<TestService, 'url'>,
  token: string,
  json: unknown,
  key?: string,
): Promise<ApiAnswer> {
  return callApi(service, `/api/v1/checkout/${token}/pay`, { method: 'POST', json, ...withKey(key) });
}

/** Cancels with an empty request. */
export function callCancel(
  service: Pick<TestService, 'url'>,
  token: string,
  key?: string,
): Promise<ApiAnswer> {
  return callApi(service, `/api/v1/checkout/${token}/cancel`, { method: 'POST', ...withKey(key) });
}

/** Returns the session of a successful response. */
export function sessionOf(answer: ApiAnswer): CheckoutObject {
  expect([answer.status, answer.body.errors]).toEqual([200, null]);
  return answer.body.data as CheckoutObject;
}

export function watchCheckout(service: Pick<TestService, 'url'>, token: string): Promise<EventStream> {
  return openEvents(service.url, `/api/v1/checkout/${token}/events`);
}

/** Reads the next status; null when the stream has ended. */
export async function nextStatus(events: EventStream): Promise<CheckoutStatus | null> {
  const received = await events.next();
  if (!received) return null;
  expect(received.event).toBe('status');
  return received.data as CheckoutStatus;
}

/** Reads until a matching event, or the end. */
export async function readUntil(
  events: EventStream,
  fits: (status: CheckoutStatus) => boolean,
): Promise<CheckoutStatus | null> {
  for (;;) {
    const status = await nextStatus(events);
    if (!status || fits(status)) return status;
  }
}
