import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { orderIdOf, referenceOf } from './order-id.ts';

const known = [
  '00000000-0000-4000-8000-000000000000',
  'ffffffff-ffff-4fff-bfff-ffffffffffff',
  '0f8fad5b-d9cb-469f-a165-70867728950e',
];

test.each([...known, ...Array.from({ length: 50 }, () => randomUUID())])(
  'the reference %s survives a round trip through an order id',
  (reference) => {
    const order_id = orderIdOf(reference);
    expect(order_id).toMatch(/^[0-9a-z]{25}$/);
    expect(referenceOf(order_id)).toBe(reference);
  },
);

test.each([
  '',
  'PAY-01HZX',
  '0'.repeat(24),
  '0'.repeat(26),
  'z'.repeat(25),
  'A'.repeat(25),
  `${'0'.repeat(24)}-`,
])('the order id %j is not one of ours', (text) => {
  expect(referenceOf(text)).toBeNull();
});

test('only UUIDs are shortened', () => {
  expect(() => orderIdOf('att_1')).toThrow('UUID');
});
