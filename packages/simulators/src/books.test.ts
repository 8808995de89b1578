import { describe, expect, test } from 'vitest';
import { makeBooks, type Order } from './books.ts';
import { makeMovedTimeline } from './timeline.ts';
import { makeWorld } from './world.ts';

const order: Order<null> = {
  direction: 'collect',
  reference: 'r',
  provider_reference: 'p',
  phone: '2290197000001',
  asked_amount: '1500',
  currency: 'XOF',
  extra: null,
};

function open() {
  const timeline = makeMovedTimeline(new Date('2026-03-01T10:00:00Z'));
  const world = makeWorld({ timeline, seed: 1, deliver: () => undefined });
  const ends: string[] = [];
  const books = makeBooks<null>(world, ({ status }) => ends.push(status));
  return { timeline, world, books, ends };
}

describe('the books', () => {
  test('end a transaction when its payer has decided, and notify once', () => {
    const { timeline, books, ends } = open();
    const entry = books.open(order, { after_ms: 1_000, end: 'success' });
    timeline.advance(999);
    expect(entry).toMatchObject({ status: 'pending', moved_amount: null });
    timeline.advance(1);
    expect(books.find('r')).toMatchObject({ status: 'success', moved_amount: '1500', code: null });
    expect(books.findByProvider('p')).toBe(books.find('r'));
    expect(ends).toEqual(['success']);
  });

  test('keep the provider’s code of a failure; a success may follow it, but only one', () => {
    const { timeline, books, ends } = open();
    const again = { after_ms: 5_000, end: 'success' };
    books.open(order, { after_ms: 0, end: 'NO', afterwards: { ...again, afterwards: again } });
    expect(books.find('r')).toMatchObject({ status: 'failed', code: 'NO', moved_amount: null });
    timeline.advance(60_000);
    expect(books.find('r')).toMatchObject({ status: 'success', code: null });
    expect(ends).toEqual(['failed', 'success']);
  });

  test('prefer the plan that was set for a number to the simulator’s own', () => {
    const { timeline, world, books } = open();
    world.plans.set(order.phone, { after_ms: 10, end: 'NO' });
    books.open(order, { after_ms: 10, end: 'success' });
    timeline.advance(10);
    expect(books.find('r')?.status).toBe('failed');
  });

  test('let a person decide pending transactions only', () => {
    const { timeline, books } = open();
    books.open(order, { after_ms: null, end: 'success' });
    timeline.advance(86_400_000);
    expect(books.find('r')?.status).toBe('pending');
    expect([books.decide('r', 'NO'), books.decide('r', 'success'), books.decide('x', 'success')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(books.find('r')).toMatchObject({ status: 'failed', code: 'NO' });
  });

  test.each([
    ['1500', '1501'],
    ['12.50', '13.50'],
  ])('record a wrong amount: %s requested, %s moved', (asked_amount, moved_amount) => {
    const { world, books } = open();
    world.faults.next.push({ kind: 'wrong_amount' });
    books.open({ ...order, asked_amount }, { after_ms: 0, end: 'success' });
    expect(books.find('r')).toMatchObject({ asked_amount, moved_amount });
  });

  test('move the money later when a refusal is withdrawn', () => {
    const { timeline, world, books } = open();
    world.faults.rates = { late_success: 1 };
    books.open(order, { after_ms: 0, end: 'NO' });
    expect(books.find('r')?.status).toBe('failed');
    timeline.advance(90_000);
    expect(books.find('r')?.status).toBe('success');
  });

  test('throw for a reference that exists', () => {
    const { books } = open();
    books.open(order, { after_ms: null, end: 'success' });
    expect(() => books.open(order, { after_ms: null, end: 'success' })).toThrow('in the books already');
  });
});
