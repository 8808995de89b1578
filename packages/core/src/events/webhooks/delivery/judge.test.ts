import { describe, expect, it } from 'vitest';
import { good_health, judge } from './judge.ts';
import type { DueDelivery, Health } from './queries.ts';
import type { SendResult } from './send.ts';

const second_ms = 1_000;
const minute_ms = 60 * second_ms;
const day_ms = 24 * 60 * minute_ms;
const now = new Date('2026-11-21T10:00:15Z');
const started_at = new Date('2026-11-21T10:00:00Z');
const ago = (duration_ms: number): Date => new Date(now.getTime() - duration_ms);
const ahead = (duration_ms: number): Date => new Date(now.getTime() + duration_ms);

const delivery: DueDelivery = {
  merchant_id: 'mer_1',
  id: 'dlv_1',
  endpoint_id: 'whe_1',
  event_id: 'evt_1',
  object_id: 'pay_1',
  mode: 'test',
  type: 'payment.successful',
  body: '{}',
  attempts: 0,
  series_start: 0,
  url: 'https://shop.example/hook',
  secrets_sealed: [],
  ...good_health,
};
const answer = (status_code: number | null, retry_after?: string): SendResult => ({
  status_code,
  error: status_code === null ? 'no complete response within 15 s' : null,
  response_excerpt: status_code === null ? null : 'words',
  retry_after,
  duration_ms: 15,
});
const failing = (failures: number, changes: Partial<Health> = {}): Health => ({
  failures,
  failing_since: ago(minute_ms),
  open_until: null,
  updated_at: now,
  ...changes,
});
// The middle of the range: no jitter.
const at = { started_at, now, random: 0.5 };

describe('judging a response', () => {
  it.each([200, 201, 204, 299])('treats %i as a success', (status) => {
    const { succeeded, record, switch_off, health } = judge(delivery, answer(status), failing(7), at);
    expect({ succeeded, switch_off, health }).toEqual({
      succeeded: true,
      switch_off: null,
      health: good_health,
    });
    expect(record).toEqual({
      merchant_id: 'mer_1',
      delivery_id: 'dlv_1',
      number: 1,
      status_code: status,
      error: null,
      response_excerpt: 'words',
      duration_ms: 15,
      created_at: started_at,
      status: 'delivered',
      next_attempt_at: null,
      delivered_at: now,
    });
  });

  it.each([
    null,
    100,
    199,
    300,
    301,
    302,
    307,
    308,
    400,
    401,
    403,
    404,
    408,
    409,
    422,
    429,
    500,
    502,
    503,
    504,
  ])('treats %s as a failure and retries the delivery', (status) => {
    const { succeeded, record, switch_off } = judge(delivery, answer(status), good_health, at);
    expect({ succeeded, switch_off }).toEqual({ succeeded: false, switch_off: null });
    expect(record).toMatchObject({
      status: 'waiting',
      next_attempt_at: ahead(5 * second_ms),
      delivered_at: null,
    });
  });

  it('disables the endpoint on a 410 and fails the delivery', () => {
    const { record, switch_off } = judge(delivery, answer(410), good_health, at);
    expect(switch_off).toBe('gone');
    expect(record).toMatchObject({ status: 'failed', status_code: 410, next_attempt_at: null });
  });
});

describe('the next attempt', () => {
  it.each([
    // attempts so far, how many of them before a resend, Retry-After, wait
    [0, 0, undefined, 5 * second_ms],
    [1, 0, undefined, 30 * second_ms],
    [2, 0, undefined, 2 * minute_ms],
    [8, 0, undefined, 12 * 60 * minute_ms],
    [11, 0, undefined, 12 * 60 * minute_ms],
    [12, 0, undefined, null],
    [13, 13, undefined, 5 * second_ms],
    [14, 13, undefined, 30 * second_ms],
    [25, 13, undefined, null],
    [0, 0, '60', minute_ms],
    [0, 0, '1', 5 * second_ms],
    [0, 0, '999999', 12 * 60 * minute_ms],
    [0, 0, ahead(90 * second_ms).toUTCString(), 90 * second_ms],
  ])('after %i attempts, %i of them before a resend, with Retry-After %s, is in %s ms', (...row) => {
    const [attempts, series_start, retry_after, wait_ms] = row;
    const { record } = judge(
      { ...delivery, attempts, series_start },
      answer(503, retry_after),
      good_health,
      at,
    );
    expect(record.number).toBe(attempts + 1);
    expect(record.next_attempt_at).toEqual(wait_ms === null ? null : ahead(wait_ms));
    expect(record.status).toBe(wait_ms === null ? 'failed' : 'waiting');
  });
});

describe('the endpoint’s health', () => {
  it.each([
    ['the first failure', good_health, failing(1, { failing_since: now })],
    ['the second', failing(1), failing(2)],
    ['the second, a day after the first', failing(1, { updated_at: ago(day_ms) }), failing(2)],
    [
      'a failure more than a day after the previous one counts as the first',
      failing(1, { updated_at: ago(day_ms + 1) }),
      failing(1, { failing_since: now }),
    ],
    ['the fifth pauses it for 5 s', failing(4), failing(5, { open_until: ahead(5 * second_ms) })],
    [
      'the sixth for 10 s',
      failing(5, { open_until: ago(1) }),
      failing(6, { open_until: ahead(10 * second_ms) }),
    ],
    ['the twelfth for 10 min', failing(11), failing(12, { open_until: ahead(10 * minute_ms) })],
    ['the thousandth for no longer', failing(1_000), failing(1_001, { open_until: ahead(10 * minute_ms) })],
    [
      'requests that were in flight change nothing',
      failing(5, { open_until: ahead(1) }),
      failing(5, { open_until: ahead(1) }),
    ],
  ])('%s', (_, before, after) => {
    expect(judge(delivery, answer(500), before, at).health).toEqual(after);
  });

  it.each([
    [5 * day_ms - 1, null],
    [5 * day_ms, 'failing'],
    [30 * day_ms, 'failing'],
  ])('after %i ms of failures yields this reason to disable the endpoint: %s', (duration_ms, reason) => {
    const before = failing(9, { failing_since: ago(duration_ms) });
    expect(judge(delivery, answer(null), before, at).switch_off).toBe(reason);
    expect(judge(delivery, answer(200), before, at).switch_off).toBeNull();
  });

  it('two failures six days apart, with no attempt between them, do not disable the endpoint', () => {
    const before = failing(1, { failing_since: ago(6 * day_ms), updated_at: ago(6 * day_ms) });
    expect(judge(delivery, answer(502), before, at).switch_off).toBeNull();
  });
});
