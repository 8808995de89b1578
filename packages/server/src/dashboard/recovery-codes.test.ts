import { expect, test } from 'vitest';
import { makeCodeStore, makeHashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';

const hash = makeHashRecoveryCode('a secret of the tests');
const sealed = Buffer.from(JSON.stringify(['aB3dE-fG4hI', 'Zz9yX-oO0lL'])).toString('hex');
const store = makeCodeStore(hash, async (hex) => Buffer.from(hex, 'hex').toString());

test('there are ten distinct codes of 120 bits each', () => {
  const codes = makeRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/);
});

test('the stored form reveals no code, and is the same however a code is typed', async () => {
  const codes = makeRecoveryCodes();
  const kept = await store.encrypt(JSON.stringify(codes));
  for (const code of codes) {
    expect(kept).not.toContain(code);
    const list = JSON.parse(await store.decrypt(kept));
    expect(list).toContain(hash(` ${code.toUpperCase().replaceAll('-', ' ')} `));
  }
  expect(kept).not.toBe(
    await makeCodeStore(makeHashRecoveryCode('another'), store.decrypt).encrypt(JSON.stringify(codes)),
  );
});

test('the remaining codes are unchanged after one is used', async () => {
  const kept = await store.encrypt(JSON.stringify(makeRecoveryCodes()));
  const [, ...left] = JSON.parse(kept);
  expect(JSON.parse(await store.encrypt(JSON.stringify(left)))).toEqual(left);
});

test('a stolen hash cannot be used as a code', async () => {
  const [first] = JSON.parse(await store.encrypt(JSON.stringify(makeRecoveryCodes())));
  expect(hash(first)).not.toBe(first);
});

test('codes of earlier versions still work', async () => {
  expect(JSON.parse(await store.decrypt(sealed))).toContain(hash('aB3dE-fG4hI'));
});
