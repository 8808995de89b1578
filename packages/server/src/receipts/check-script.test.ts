import { createHash, generateKeyPairSync, randomInt } from 'node:crypto';
import { createContext, runInContext } from 'node:vm';
import { readCode, writeCode } from '@guichet/core/testing';
import { expect, test } from 'vitest';
import { check_script } from './check-script.ts';

const pair = generateKeyPairSync('ed25519');
const x = pair.publicKey.export({ format: 'jwk' }).x ?? '';
const key_id = 'k1234567';

type Check = (text: string, keys: Readonly<Record<string, string>>) => readonly string[] | null | undefined;
const check = runInContext(`${check_script} check`, createContext({ atob, btoa, escape })) as Check;
const inBrowser = (code: string) => check(code, { [key_id]: x })?.[7];
const inNode = (code: string) =>
  readCode(code, (id) => (id === key_id ? pair.publicKey : undefined))?.merchant_name;

const write = (merchant_name: string): Buffer =>
  Buffer.from(
    writeCode(
      {
        ...{ key_id, reference: '7KQ2M9XD4A', amount: '12.50', currency: 'GHS', mode: 'live' },
        ...{ paid_at: '2026-07-25T14:12:00Z', merchant_name },
      },
      pair.privateKey,
    ),
    'base64url',
  );

test.each(['Boutique Aya', 'متجر آية', '', 'x'.repeat(300), '"<&>'])(
  'the page and the service accept the code of %j',
  (name) => {
    const code = write(name).toString('base64url');
    expect(inNode(code)).toBeDefined();
    expect(inBrowser(code)).toBe(inNode(code));
    expect(inBrowser(` https://pay.example/verify?code=${code}&lang=fr\n`)).toBe(inNode(code));
  },
);

test('the page and the service refuse the same changed codes', () => {
  const bytes = write('Boutique Aya');
  for (let count = 0; count < 300; count++) {
    const changed = Buffer.from(bytes);
    const bit = randomInt(bytes.length * 8);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const code = changed.toString('base64url');
    expect([inBrowser(code), inNode(code)], `bit ${bit}`).toEqual([undefined, undefined]);
  }
});

test.each([
  // The order of the base point: S + N is the same point (RFC 8032 section 5.1.7 refuses it).
  ['a signature with a larger S', (bytes: Buffer) => addOrder(bytes)],
  ['padding', (bytes: Buffer) => `${bytes.toString('base64url')}=`],
  ['other unused bits', (bytes: Buffer) => raiseLastLetter(bytes.toString('base64url'))],
  ['a missing signature', (bytes: Buffer) => bytes.subarray(0, 40).toString('base64url')],
  ['nothing', () => ''],
])('the page and the service refuse %s', (_, forge) => {
  // A name that leaves unused bits in the last letter of base64url.
  const code = forge(write('Boutique Ay'));
  expect([inBrowser(code), inNode(code)]).toEqual([undefined, undefined]);
});

test('an unknown key is told apart from a forgery', () => {
  expect(check(write('Aya').toString('base64url'), {})).toBeUndefined();
  expect(check('AAAA', {})).toBeNull();
});

const order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

test('the page refuses a code of a key that every JavaScript object seems to have', () => {
  // `toString` has the length of a key's id. Read as an empty key, it is a point of order 4, for which one signature
  // in four can be made without any private key.
  const said = Buffer.from(
    'guichet-receipt-1\ntoString\n7KQ2M9XD4A\n1000000 XOF\n2026-07-25T14:12:00Z\nlive\nBoutique Aya',
  );
  for (let count = 0; count < 64; count++) {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const seed = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url');
    const scalar = createHash('sha512').update(seed).digest().subarray(0, 32);
    scalar[0] = (scalar[0] ?? 0) & 248;
    scalar[31] = ((scalar[31] ?? 0) & 63) | 64;
    const hexadecimal = (numberOf(scalar) % order).toString(16).padStart(64, '0');
    const response = Buffer.from(hexadecimal, 'hex').reverse();
    const point = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
    const code = Buffer.concat([said, point, response]).toString('base64url');
    expect(check(code, { [key_id]: x })).toBeUndefined();
  }
});

function addOrder(bytes: Buffer): string {
  const scalar = numberOf(bytes.subarray(-32)) + order;
  const changed = Buffer.from(bytes);
  Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
    .reverse()
    .copy(changed, bytes.length - 32);
  return changed.toString('base64url');
}

function raiseLastLetter(code: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return code.slice(0, -1) + (letters[letters.indexOf(code.slice(-1)) + 1] ?? 'A');
}
