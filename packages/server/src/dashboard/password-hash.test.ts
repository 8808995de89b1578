import { hashPassword as hashByLibrary } from 'better-auth/crypto';
import { expect, test } from 'vitest';
import { hashPassword, setHashWork, verifyPassword } from './password-hash.ts';

test('by default, hashing costs enough to withstand a stolen database', async () => {
  // Imports a second copy of the module, because this worker's own copy is set to the low cost used in tests.
  const copy = './password-hash.ts?copy';
  const untold: typeof import('./password-hash.ts') = await import(copy);
  expect(await untold.hashPassword('plum tarte')).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$/);
});

test('a cheaper hash, for tests, records its own cost', async () => {
  setHashWork({ log_n: 5, r: 4, p: 2 });
  const hash = await hashPassword('plum tarte');
  expect(hash).toMatch(/^\$scrypt\$ln=5,r=4,p=2\$/);
  expect(await verifyPassword({ hash, password: 'plum tarte' })).toBe(true);
  expect(await verifyPassword({ hash, password: 'plum torte' })).toBe(false);
});

test('a hash matches its password only, and differs each time', async () => {
  const [one, other] = await Promise.all([hashPassword('plum tarte'), hashPassword('plum tarte')]);
  expect(one).not.toBe(other);
  expect(await verifyPassword({ hash: one, password: 'plum tarte' })).toBe(true);
  expect(await verifyPassword({ hash: one, password: 'plum tarté' })).toBe(false);
});

test('a password matches in any Unicode normalization form', async () => {
  const hash = await hashPassword('plum tarte\u0301');
  expect(await verifyPassword({ hash, password: 'plum tart\u00e9' })).toBe(true);
});

test.each([
  [
    'with a different cost',
    '$scrypt$ln=10,r=8,p=2$AQEBAQEBAQEBAQEBAQEBAQ$OvXTvyxnbuDPni1Yux-jVudqbRMK2AaAx8nYaN_WcAc',
  ],
  ['of the sign-in library', await hashByLibrary('plum tarte')],
])('a hash %s can be read', async (_, hash) => {
  expect(await verifyPassword({ hash, password: 'plum tarte' })).toBe(true);
  expect(await verifyPassword({ hash, password: 'plum torte' })).toBe(false);
});

test.each(['', 'plum tarte', '$scrypt$ln=14,r=8,p=5$AQ$AQ', '00:00'])(
  'verifying a password against a malformed hash throws: %s',
  async (hash) => {
    await expect(verifyPassword({ hash, password: 'plum tarte' })).rejects.toThrow('cannot be read');
  },
);
