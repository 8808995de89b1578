import { describe, expect, it } from 'vitest';
import { readCallback } from './callback.ts';

const reference = '0f3b6b1e-4d0f-4a53-9d3b-0d3a6c1f2e10';
const other = '9d3b0d3a-4d0f-4a53-9d3b-0d3a6c1f2e10';
const body = JSON.stringify({
  financialTransactionId: '1843920112',
  externalId: reference.replaceAll('-', ''),
  amount: '1500',
  currency: 'XOF',
  payer: { partyIdType: 'MSISDN', partyId: '2250548151600' },
  status: 'SUCCESSFUL',
});
const at = (path_reference: string | null) => ({
  method: 'PUT',
  url: 'https://pay.example.com/callbacks/mtn-momo/cac_1',
  reference: path_reference,
});

describe('a callback', () => {
  it('is about the reference in its URL', () => {
    expect(readCallback({ headers: {}, body, request: at(other) })).toMatchObject([{ reference: other }]);
  });

  it('is about its externalId if the URL has no reference', () => {
    expect(readCallback({ headers: {}, body, request: at(null) })).toMatchObject([{ reference }]);
    expect(readCallback({ headers: {}, body })).toMatchObject([{ reference }]);
  });

  it('has no reference if neither contains one', () => {
    expect(readCallback({ headers: {}, body: '{"status":"PENDING","externalId":"order 1"}' })).toMatchObject([
      { reference: null },
    ]);
  });

  it('yields neither MTN’s id nor a phone number: the inquiry provides the id', () => {
    const [notice] = readCallback({ headers: {}, body, request: at(reference) });
    expect(notice?.provider_reference).toBeNull();
    expect(JSON.stringify(notice?.raw)).not.toContain('48151600');
  });

  it('is read in the same way however often it arrives', () => {
    const raw = { headers: {}, body, request: at(reference) };
    expect(readCallback(raw)).toEqual(readCallback(raw));
  });

  it('without a readable amount is still a reason to inquire', () => {
    expect(
      readCallback({ headers: {}, body: '{"status":"SUCCESSFUL"}', request: at(reference) }),
    ).toMatchObject([{ reference, outcome: { kind: 'unknown' } }]);
  });

  it.each([
    ['empty', ''],
    ['truncated', body.slice(0, 40)],
    ['a page', '<html></html>'],
    ['a list', `[${body}]`],
    ['an error', '{"code":"INTERNAL_PROCESSING_ERROR","message":"no"}'],
    ['an unknown status', '{"status":"FROM_THE_FUTURE"}'],
    ['deeply nested', '['.repeat(100_000)],
  ])('that is %s is ignored', (_, text) => {
    expect(readCallback({ headers: {}, body: text, request: at(reference) })).toEqual([]);
  });
});
