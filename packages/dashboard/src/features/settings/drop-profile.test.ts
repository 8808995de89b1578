import { expect, test } from 'vitest';
import { pictures } from '../../../../../test-support/logos.ts';
import { dropProfile } from './drop-profile.ts';

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

test.each([
  ['jpeg', 'ICC_PROFILE'],
  ['webp_extended', 'ICCP'],
] as const)('a %s loses its colour profile, and nothing else', (kind, name) => {
  const before = bytesOf(pictures[kind]);
  const after = dropProfile(before);
  expect(textOf(before)).toContain(name);
  expect(textOf(after)).not.toContain(name);
  expect(before.length - after.length).toBeGreaterThan(400);
  expect(textOf(before).endsWith(textOf(after).slice(-60))).toBe(true);
  expect(dropProfile(after)).toEqual(after);
});

test.each(['png', 'webp', 'webp_lossless'] as const)('a %s without a profile stays as it is', (kind) => {
  expect(dropProfile(bytesOf(pictures[kind]))).toEqual(bytesOf(pictures[kind]));
});
