import { describe, expect, it } from 'vitest';
import {
  countRoom,
  in_flight_max,
  type Kind,
  open_max,
  slots_max,
  strangers_max,
  suspects_max,
} from './count-room.ts';
import { append, type EndpointQueue, makeEndpointQueue, takeNext } from './endpoint-queue.ts';
import { good_health } from './judge.ts';

const at = new Date('2026-11-21T10:00:00Z');

/** Makes the queue of an endpoint with this many requests in flight since time 0. */
function lineOf(endpoint_id: string, in_flight: number, failures = 0): EndpointQueue {
  const line = makeEndpointQueue(endpoint_id, 0);
  const deliveries = Array.from({ length: in_flight }, (_, number) => ({
    ...good_health,
    ...{ merchant_id: 'mer_1', id: `dlv_${number}`, endpoint_id, event_id: `evt_${number}` },
    ...{ object_id: `pay_${number}`, mode: 'test' as const, type: 'payment.failed', body: '{}' },
    ...{ attempts: 0, series_start: 0, url: 'https://shop.example/', secrets_sealed: [] },
  }));
  append(line, deliveries, at);
  for (const _ of deliveries) takeNext(line, 0);
  line.health = { ...good_health, failures };
  return line;
}

/** Counts the attempts that may be started for endpoints of a kind. */
function roomFor(kind: Kind, lines: readonly EndpointQueue[], now_ms = 0, elsewhere = 0): number {
  const on_their_way = lines.reduce((sum, line) => sum + line.in_flight.size, elsewhere);
  const room = countRoom(lines, new Set(['known']), on_their_way, now_ms);
  let count = 0;
  while (room.has(kind)) {
    room.take(kind);
    count++;
  }
  return count;
}

describe('countRoom', () => {
  it.each<[kind: Kind, room: number]>([
    ['trusted', slots_max],
    ['stranger', strangers_max],
    ['suspect', suspects_max],
  ])('limits the room for %s endpoints', (kind, room) => {
    expect(roomFor(kind, [])).toBe(room);
  });

  it('keeps room for trusted endpoints, however many new ones there are', () => {
    expect(roomFor('trusted', [lineOf('stranger', strangers_max)])).toBe(slots_max - strangers_max);
    expect(roomFor('stranger', [lineOf('stranger', strangers_max)])).toBe(0);
  });

  it('does not count endpoints that have hung for a second as new ones', () => {
    const hanging = [lineOf('stranger', strangers_max)];
    expect(roomFor('stranger', hanging, 1_001)).toBe(strangers_max);
    expect(roomFor('suspect', hanging, 1_001)).toBe(0);
  });

  it('leaves no room for new endpoints while many endpoints hang, but leaves room for trusted ones', () => {
    const hanging = [lineOf('stranger', open_max)];
    expect(roomFor('stranger', hanging, 1_001)).toBe(0);
    expect(roomFor('trusted', hanging, 1_001)).toBe(slots_max);
  });

  it('limits failing endpoints separately', () => {
    const failing = [lineOf('known', suspects_max, 1)];
    expect(roomFor('suspect', failing)).toBe(0);
    expect(roomFor('trusted', failing)).toBe(slots_max);
  });

  it('counts requests in flight to endpoints that now belong to another process', () => {
    expect(roomFor('trusted', [], 0, in_flight_max - 3)).toBe(3);
    expect(roomFor('suspect', [], 0, open_max)).toBe(0);
  });
});
