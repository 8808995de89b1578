import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { claim_bytes_max, code_length_max, type ReceiptClaim, readCode, writeCode } from './code.ts';

const pair = generateKeyPairSync('ed25519');
const keys = new Map([['k1234567', pair.publicKey]]);
const read = (code: string) => readCode(code, (id) => keys.get(id));

const claim: ReceiptClaim = {
  key_id: 'k1234567',
  reference: '7KQ2M9XD4A',
  amount: '25500',
  currency: 'XOF',
  paid_at: '2026-07-25T14:12:00Z',
  mode: 'live',
  merchant_name: 'Boutique Aya',
};

describe('a code', () => {
  it.each<[string, Partial<ReceiptClaim>]>([
    ['usual', {}],
    ['with decimals', { amount: '12.50', currency: 'GHS' }],
    ['in test mode', { mode: 'test' }],
    ['of a name from right to left', { merchant_name: 'متجر آية' }],
    ['of a name with markup', { merchant_name: '<b>"Aya" & Söhne</b>' }],
    ['without a name', { merchant_name: '' }],
  ])('%s is read as it was written', (_, changes) => {
    const written = { ...claim, ...changes };
    expect(read(writeCode(written, pair.privateKey))).toEqual(written);
  });

  it.each(['A', 'é', '文', '👩‍👩‍👧‍👦'])(
    'of a name of 300 times %s is signed over at most 250 bytes, and ends on a whole character',
    (letter) => {
      const code = writeCode({ ...claim, merchant_name: letter.repeat(300) }, pair.privateKey);
      const bytes = Buffer.from(code, 'base64url');
      expect(bytes.length - 64).toBeLessThanOrEqual(claim_bytes_max);
      expect(code.length).toBeLessThanOrEqual(code_length_max);
      const name = read(code)?.merchant_name ?? '';
      expect(name).toBe(letter.repeat(name.length / letter.length));
      expect(name).not.toBe('');
    },
  );

  it('of a name with line breaks cannot have other lines', () => {
    const code = writeCode({ ...claim, merchant_name: 'Aya\ntest\n1 XOF' }, pair.privateKey);
    expect(read(code)?.merchant_name).toBe('Aya test 1 XOF');
  });
});

describe('is refused', () => {
  const code = writeCode(claim, pair.privateKey);
  const bytes = Buffer.from(code, 'base64url');
  const other = generateKeyPairSync('ed25519');

  it('with any single bit changed', () => {
    const accepted = Array.from({ length: bytes.length * 8 }, (_, bit) => {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return read(changed.toString('base64url'));
    }).filter((one) => one !== undefined);
    expect(accepted).toEqual([]);
  });

  it.each<[string, string]>([
    ['signed with a key of someone else', writeCode(claim, other.privateKey)],
    ['of an unknown key', writeCode({ ...claim, key_id: 'unknown1' }, pair.privateKey)],
    [
      'with another signature',
      swap(bytes, Buffer.from(writeCode({ ...claim, amount: '1' }, pair.privateKey), 'base64url')),
    ],
    ['with padding', `${code}=`],
    ['with a blank', `${code} `],
    ['twice', code + code],
    ['cut', code.slice(0, -1)],
    ['of zeros', Buffer.alloc(bytes.length).toString('base64url')],
    ['empty', ''],
    ['of 256 KB', 'A'.repeat(256 * 1024)],
  ])('%s', (_, forged) => {
    expect(read(forged)).toBeUndefined();
  });
});

/** One code's text with another's signature. */
function swap(text: Buffer, signature: Buffer): string {
  return Buffer.concat([text.subarray(0, -64), signature.subarray(-64)]).toString('base64url');
}
