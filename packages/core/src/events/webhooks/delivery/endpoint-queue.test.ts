import { describe, expect, it } from 'vitest';
import {
  append,
  type EndpointQueue,
  endTurn,
  hadTurn,
  in_flight_max,
  isIdle,
  isSuspect,
  makeEndpointQueue,
  roomOf,
  settle,
  takeNext,
  wantOf,
} from './endpoint-queue.ts';
import { good_health, judge } from './judge.ts';
import type { DueDelivery } from './queries.ts';

const at = new Date('2026-11-21T10:00:00Z');

function due(name: string, changes: Partial<DueDelivery> = {}): DueDelivery {
  const [object_id = ''] = name.split('.');
  const rest = {
    mode: 'test',
    type: 'payment.successful',
    body: '{}',
    attempts: 0,
    series_start: 0,
  } as const;
  const endpoint = {
    merchant_id: 'mer_1',
    endpoint_id: 'whe_1',
    url: 'https://shop.example/',
    secrets_sealed: [],
  };
  return { ...rest, ...endpoint, ...good_health, id: name, event_id: `evt_${name}`, object_id, ...changes };
}

function lineOf(...names: string[]): EndpointQueue {
  const line = makeEndpointQueue('whe_1', 0);
  append(
    line,
    names.map((name) => due(name)),
    at,
  );
  line.may_have_more = false;
  return line;
}

function end(
  line: EndpointQueue,
  name: string,
  status_code: number | null,
  duration_ms = 5,
  now_ms = 0,
): void {
  const delivery = line.in_flight.get(name)?.delivery;
  if (!delivery) throw new Error(`${name} is not in flight`);
  const result = { status_code, error: null, response_excerpt: null, retry_after: undefined, duration_ms };
  const when = { started_at: at, now: at, random: 0.5 };
  settle(line, delivery, judge(delivery, result, line.health ?? good_health, when), now_ms);
}

const takeAll = (line: EndpointQueue): string[] => {
  const taken: string[] = [];
  while (roomOf(line) > 0) {
    const next = takeNext(line, 0);
    if (!next) break;
    taken.push(next.id);
  }
  return taken;
};

describe('the sending order', () => {
  it('is the order in which events of different objects were read', () => {
    const line = lineOf('a.1', 'b.1', 'c.1');
    expect(takeAll(line)).toEqual(['a.1', 'b.1']);
    end(line, 'b.1', 200);
    expect(takeAll(line)).toEqual(['c.1']);
  });

  it('holds back the next event of an object, and nothing else, until the previous one has ended', () => {
    const line = lineOf('a.1', 'a.2', 'b.1', 'a.3');
    expect(takeAll(line)).toEqual(['a.1', 'b.1']);
    expect(takeAll(line)).toEqual([]);
    end(line, 'a.1', 200);
    expect(takeAll(line)).toEqual(['a.2']);
    end(line, 'a.2', 200);
    expect(takeAll(line)).toEqual(['a.3']);
  });

  it('continues with the next event of the object after a failure, while the failed one waits for its retry', () => {
    const line = lineOf('a.1', 'a.2');
    expect(takeAll(line)).toEqual(['a.1']);
    end(line, 'a.1', 500);
    expect(takeAll(line)).toEqual(['a.2']);
  });
});

describe('the number of requests in flight', () => {
  it('grows by one with each quick response, up to a limit', () => {
    const names = Array.from({ length: 200 }, (_, index) => `o${index}`);
    const line = lineOf(...names);
    expect(roomOf(line)).toBe(2);
    for (let round = 0; round < 130; round++) {
      takeAll(line);
      const [first] = line.in_flight.keys();
      end(line, first ?? '', 200);
    }
    expect(line.in_flight.size + roomOf(line)).toBe(in_flight_max);
  });

  it('does not change after slow responses', () => {
    const line = lineOf('a', 'b', 'c', 'd');
    takeAll(line);
    end(line, 'a', 200, 1_000);
    expect(line.window).toBe(2);
  });

  it('is limited to one after a failure until a success, and then grows again', () => {
    const line = lineOf('a', 'b', 'c', 'd');
    line.window = 10;
    takeAll(line);
    end(line, 'a', 500);
    expect(roomOf(line)).toBe(0);
    end(line, 'b', 500);
    end(line, 'c', 500);
    end(line, 'd', 500);
    expect(roomOf(line)).toBe(1);
    append(line, [due('e'), due('f'), due('g')], at);
    expect(takeAll(line)).toEqual(['e']);
    end(line, 'e', 200);
    expect(takeAll(line)).toEqual(['f', 'g']);
  });

  it('returns to its initial value after a slow success', () => {
    const line = lineOf('a', 'b', 'c', 'd');
    takeAll(line);
    end(line, 'a', 500);
    end(line, 'b', 200, 1_200);
    expect(takeAll(line)).toEqual(['c', 'd']);
  });

  it('is zero once the endpoint is gone, and its queue is dropped', () => {
    const line = lineOf('a', 'b', 'c', 'd');
    takeAll(line);
    end(line, 'a', 410);
    end(line, 'b', 200);
    expect(takeAll(line)).toEqual([]);
    expect(line.waiting).toEqual([]);
    expect(isIdle(line, 1_000)).toBe(true);
  });

  it('is zero once the circuit opens, and the queue is dropped', () => {
    const line = lineOf('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
    line.window = 5;
    for (const name of takeAll(line)) end(line, name, null);
    expect(line.health).toMatchObject({ failures: 5 });
    expect(line.waiting).toEqual([]);
  });
});

describe('reading ahead', () => {
  it('fetches more deliveries than may start, but only when something may be due', () => {
    const line = makeEndpointQueue('whe_1', 0);
    expect(wantOf(line)).toBe(8);
    append(line, [due('a'), due('b')], at);
    expect(wantOf(line)).toBe(0);
    takeAll(line);
    expect(wantOf(line)).toBe(8);
    end(line, 'a', 200);
    expect(wantOf(line)).toBe(12);
    line.may_have_more = false;
    expect(wantOf(line)).toBe(0);
  });

  it('fetches no more than the endpoint’s share of memory allows', () => {
    const line = makeEndpointQueue('whe_1', 0);
    line.window = in_flight_max;
    expect(wantOf(line)).toBe(256);
    expect(wantOf(line, 20)).toBe(20);
    expect(wantOf(line, 1)).toBe(1);
  });

  it('stops while the endpoint is paused', () => {
    const open_until = new Date(at.getTime() + 1_000);
    const line = makeEndpointQueue('whe_1', 0);
    const read = [due('a', { failures: 5, failing_since: at, open_until })];
    expect(append(line, read, at)).toBe(false);
    expect(line.waiting).toEqual([]);
    expect(append(line, read, open_until)).toBe(true);
    expect(takeAll(line)).toEqual(['a']);
  });

  it('fetches one delivery at a time for a failing endpoint', () => {
    const line = makeEndpointQueue('whe_1', 0);
    append(line, [due('a', { failures: 3, failing_since: at })], at);
    takeAll(line);
    end(line, 'a', 500);
    expect(wantOf(line)).toBe(1);
  });

  it('prefers the health that this process has observed to the recorded health', () => {
    const line = lineOf('a');
    takeAll(line);
    end(line, 'a', 500);
    append(line, [due('b')], at);
    expect(line.health).toMatchObject({ failures: 1 });
  });
});

describe('isSuspect', () => {
  it('is true for an endpoint that has failed, or that has not responded for a second', () => {
    const line = lineOf('a', 'b');
    expect(isSuspect(line, 5_000)).toBe(false);
    takeAll(line);
    expect(isSuspect(line, 1_000)).toBe(false);
    expect(isSuspect(line, 1_001)).toBe(true);
    end(line, 'a', 500);
    end(line, 'b', 500);
    expect(isSuspect(line, 0)).toBe(true);
    append(line, [due('c')], at);
    takeAll(line);
    end(line, 'c', 200);
    expect(isSuspect(line, 0)).toBe(false);
  });
});

describe('an endpoint is released', () => {
  it('a second after its last response, when nothing is waiting', () => {
    const line = lineOf('a');
    expect(isIdle(line, 2_000)).toBe(false);
    takeAll(line);
    line.under_way.add('a.1');
    end(line, 'a', 200, 5, 2_000);
    // The attempt has ended but is not recorded: another process that took over the endpoint would send it again.
    expect(isIdle(line, 9_000)).toBe(false);
    line.under_way.clear();
    expect(isIdle(line, 2_999)).toBe(false);
    expect(isIdle(line, 3_000)).toBe(true);
    line.may_have_more = true;
    expect(isIdle(line, 3_000)).toBe(false);
  });

  it('when its turn has ended, and nothing is in flight or unrecorded any more', () => {
    const line = lineOf('a', 'b', 'c');
    expect(takeAll(line)).toEqual(['a', 'b']);
    line.under_way.add('a').add('b');
    expect(hadTurn(line, 999)).toBe(false);
    expect(hadTurn(line, 1_000)).toBe(true);
    endTurn(line);
    end(line, 'a', 200);
    line.may_have_more = true;
    expect(takeAll(line)).toEqual([]);
    expect(wantOf(line)).toBe(0);
    expect(isIdle(line, 1_000)).toBe(false);
    end(line, 'b', 200, 5, 1_000);
    line.under_way.clear();
    expect(isIdle(line, 1_000)).toBe(true);
  });
});
