import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readErrorCode, readEvent, readFound, readPage, readPayout, readSession } from './wire.ts';

const read = (name: string) => readFile(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8');
const readValue = async (name: string): Promise<unknown> => JSON.parse(await read(name));

test.each([
  ['session-open', { checkout_status: 'open', payment_status: 'processing', last_error: null }],
  [
    'session-complete',
    { checkout_status: 'complete', payment_status: 'succeeded', transaction_id: 'T_EXAMPLE001' },
  ],
  ['session-tried', { checkout_status: 'open', last_error: 'insufficient-funds' }],
  ['session-expired', { checkout_status: 'expired', payment_status: 'cancelled' }],
])('%s is parsed as a payment link', async (name, session) => {
  expect(readSession(await readValue(name))).toMatchObject({
    id: 'cos-2a7example01',
    amount: '1500',
    ...session,
  });
});

test('payouts are parsed without the name and phone number', async () => {
  expect(readPayout(await readValue('payout-succeeded'))).toEqual({
    id: 'pt-2a7example02',
    status: 'succeeded',
    receive_amount: '5000',
    currency: 'XOF',
    client_reference: '6a0f6f0e-0b0e-4b9e-8a55-2f2b8f3b1a02',
    error_code: null,
  });
  expect(readPayout(await readValue('payout-failed'))).toMatchObject({
    error_code: 'recipient-limit-exceeded',
  });
});

test('search results are read from result or items', async () => {
  const text = await read('search');
  expect(readFound(text, readSession)).toHaveLength(1);
  expect(readFound(text.replace('"result"', '"items"'), readSession)).toHaveLength(1);
  expect(readFound(await read('search-none'), readSession)).toEqual([]);
});

test('error codes and event types are parsed', async () => {
  expect(readErrorCode(await read('error'))).toBe('no-matching-api-key');
  expect(readErrorCode(await read('error-validation'))).toBe('request-validation-error');
  expect(readEvent(await read('event-completed'))?.type).toBe('checkout.session.completed');
});

test('a page of transactions is parsed, but rejected if the cursor of the next page is missing', async () => {
  const text = await read('transactions');
  expect(readPage(text)).toMatchObject({ items: [{ transaction_type: 'api_checkout' }], next: null });
  const more = text.replace('false', 'true');
  expect(readPage(more)).toMatchObject({ next: 'c2' });
  // Without a cursor the next page is unknown, so the page is rejected rather than treated as the last.
  expect(readPage(more.replace('"c2"', 'null'))).toBeUndefined();
});

const whole = JSON.stringify({
  result: [{ id: 'cos-1', checkout_status: 'open' }],
  page_info: { has_next_page: false },
});
test.each([
  ['nothing', ''],
  ['a page', '<html></html>'],
  ['a truncated text', whole.slice(0, 30)],
  ['null', 'null'],
  ['a number', '1500'],
  ['a different shape', '{"result":{}}'],
  ['a list of something else', '{"result":[{"name":"x"}],"items":7}'],
  ['endless nesting', '['.repeat(100_000)],
])('%s is not parsed', (_, text) => {
  expect(readFound(text, readSession)).toBeUndefined();
  expect(readPage(text)).toBeUndefined();
  expect(readErrorCode(text)).toBeNull();
  expect(readEvent(text)).toBeUndefined();
  expect(readSession(text)).toBeUndefined();
});
