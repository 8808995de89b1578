import { describe, expect, test } from 'vitest';
import type { CallbackCall } from './contract.ts';
import { makeMovedTimeline } from './timeline.ts';
import { makeWorld } from './world.ts';

const start = new Date('2026-03-01T10:00:00Z');

function open(seed = 1) {
  const timeline = makeMovedTimeline(start);
  const sent: [body: string, at_ms: number][] = [];
  const deliver = ({ body }: CallbackCall) => sent.push([body, timeline.now().getTime() - start.getTime()]);
  return { timeline, world: makeWorld({ timeline, seed, deliver }), sent };
}

const call = (body: string): CallbackCall => ({
  method: 'POST',
  url: 'https://a.example/',
  headers: {},
  body,
});

describe('the world of a simulator', () => {
  test('applies a planned fault once, to the request that it was planned for', () => {
    const { world } = open();
    world.faults.next.push({ kind: 'drop_after', place: '/pay' });
    const places = ['/token', '/pay/1', '/pay/2'];
    expect(places.map((place) => world.strikes('drop_after', place))).toEqual([false, true, false]);
    expect(world.strikes('drop_before', '/pay')).toBe(false);
  });

  test('repeats its random choices for the same seed only', () => {
    const draw = (seed: number) => {
      const { world } = open(seed);
      world.faults.rates = { delay: 0.5 };
      return Array.from({ length: 64 }, () => world.strikes('delay'));
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    const struck = draw(3).filter(Boolean).length;
    expect(struck).toBeGreaterThan(16);
    expect(struck).toBeLessThan(48);
  });

  test('sends callbacks immediately, unless a fault loses, duplicates or reorders them', () => {
    const { timeline, world, sent } = open();
    for (const kind of ['no_callback', 'duplicate_callback', 'reorder_callback'] as const) {
      world.callBack(call(`before ${kind}`));
      world.faults.next.push({ kind });
      world.callBack(call(kind));
    }
    timeline.advance(10_000);
    expect(sent).toEqual([
      ['before no_callback', 0],
      ['before duplicate_callback', 0],
      ['duplicate_callback', 0],
      ['before reorder_callback', 0],
      ['duplicate_callback', 700],
      ['reorder_callback', 5_000],
    ]);
  });

  test('keeps a skewed clock skewed', () => {
    const { timeline, world } = open();
    expect(world.now()).toEqual(start);
    world.faults.next.push({ kind: 'clock_skew' });
    const wrong = new Date(start.getTime() + 4 * 60_000);
    expect([world.now(), world.now()]).toEqual([wrong, wrong]);
    timeline.advance(1_000);
    expect(world.now()).toEqual(new Date(wrong.getTime() + 1_000));
  });
});

describe('advancing the time', () => {
  test('runs due actions in order, each at its time, including the actions that they schedule', () => {
    const timeline = makeMovedTimeline(start);
    const done: [string, number][] = [];
    const note = (name: string) => done.push([name, timeline.now().getTime() - start.getTime()]);
    timeline.after(200, () => note('b'));
    timeline.after(100, () => {
      note('a');
      timeline.after(50, () => note('a2'));
    });
    timeline.after(200, () => note('c'));
    timeline.after(301, () => note('late'));
    timeline.advance(300);
    expect(done).toEqual([
      ['a', 100],
      ['a2', 150],
      ['b', 200],
      ['c', 200],
    ]);
    expect(timeline.now().getTime() - start.getTime()).toBe(300);
  });
});
