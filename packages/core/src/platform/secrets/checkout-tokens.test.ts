import { describe, expect, it } from 'vitest';
import { keptToken, makeCheckoutTokens } from './checkout-tokens.ts';
import { keepTokens, readActionOf, showTokens } from './keep-tokens.ts';
import { makeSecretBox } from './seal.ts';

const key = (number: number): string => `key number ${number} of these tests, long enough`;
const tokens = makeCheckoutTokens(makeSecretBox(key(1)));
const handle = tokens.makeHandle();
const token = tokens.tokenOf(handle);

describe('the token of a session', () => {
  it('consists of a handle with 128 random bits and 128 bits that only the key can compute', () => {
    expect(handle).toMatch(/^[0-9a-f]{4}[A-Za-z0-9_-]{22}$/);
    expect(token).toMatch(new RegExp(`^${handle}[A-Za-z0-9_-]{22}$`));
    expect(tokens.handleOf(token)).toBe(handle);
    expect(tokens.tokenOf(handle)).toBe(token);
    const handles = Array.from({ length: 1000 }, tokens.makeHandle);
    expect(new Set(handles.map((one) => one.slice(4))).size).toBe(1000);
  });

  it('is valid in every process with the same key, and in no other', () => {
    expect(makeCheckoutTokens(makeSecretBox(key(1))).handleOf(token)).toBe(handle);
    expect(makeCheckoutTokens(makeSecretBox(key(2))).handleOf(token)).toBeUndefined();
  });

  it('is invalid with any character changed, dropped, doubled or added', () => {
    for (let at = 0; at < token.length; at++) {
      const [before, character, after] = [token.slice(0, at), token.charAt(at), token.slice(at + 1)];
      for (const other of ['A', 'w', '_', '-', '0'].filter((one) => one !== character)) {
        expect(tokens.handleOf(`${before}${other}${after}`)).toBeUndefined();
      }
      expect(tokens.handleOf(`${before}${after}`)).toBeUndefined();
      expect(tokens.handleOf(`${before}${character}${character}${after}`)).toBeUndefined();
    }
  });

  it.each([
    ['its handle', handle],
    ['its handle twice', `${handle}${handle}`],
    ['the handle with the HMAC of another', `${handle}${tokens.tokenOf(tokens.makeHandle()).slice(-22)}`],
    ['its placeholder in the database', keptToken(handle)],
    ['nothing', ''],
    ['a long text', 'x'.repeat(5000)],
    ['the token with a line break after it', `${token}\n`],
    ['the token with a space before it', ` ${token}`],
    ['a text of other characters', 'é'.repeat(48)],
  ])('cannot be replaced by %s', (_, text) => {
    expect(tokens.handleOf(text)).toBeUndefined();
  });
});

describe('after a rotation of SECRET_KEY', () => {
  const rotated = makeCheckoutTokens(makeSecretBox(key(2), [key(1)]));

  it('a token of the previous key remains valid and unchanged as long as that key is configured', () => {
    expect(rotated.handleOf(token)).toBe(handle);
    expect(rotated.tokenOf(handle)).toBe(token);
    const forgotten = makeCheckoutTokens(makeSecretBox(key(2)));
    expect(forgotten.handleOf(token)).toBeUndefined();
    // The session is not lost: the API now returns a token that opens it.
    expect(forgotten.handleOf(forgotten.tokenOf(handle))).toBe(handle);
  });

  it('new tokens are made with the new key', () => {
    const made = rotated.tokenOf(rotated.makeHandle());
    expect(makeCheckoutTokens(makeSecretBox(key(2))).handleOf(made)).toBeDefined();
    expect(tokens.handleOf(made)).toBeUndefined();
  });
});

describe('a token in a text', () => {
  const kept = keptToken(handle);
  it.each([
    ['alone', token, kept],
    [
      'in an address',
      `{"url":"https://p.example/pay/${token}?lang=fr"}`,
      `{"url":"https://p.example/pay/${kept}?lang=fr"}`,
    ],
    [
      'after escaped slashes',
      `{"url":"https:\\/\\/p.example\\/pay\\/${token}\\/x"}`,
      `{"url":"https:\\/\\/p.example\\/pay\\/${kept}\\/x"}`,
    ],
    [
      'in a form',
      `u=https%3A%2F%2Fp.example%2Fpay%2F${token}&x=1`,
      `u=https%3A%2F%2Fp.example%2Fpay%2F${kept}&x=1`,
    ],
    ['in a form, in lower case', `u=pay%2f${token}`, `u=pay%2f${kept}`],
    ['in a form in a form', `u=pay%252F${token}%26`, `u=pay%252F${kept}%26`],
    ['twice', `${token} ${token}`, `${kept} ${kept}`],
  ])('is hidden: %s', (_, text, hidden) => {
    expect(tokens.hide(text)).toBe(hidden);
  });

  it.each([
    ['a word as long as a token', 'a'.repeat(48)],
    ['a longer word', 'a'.repeat(48_000)],
    ['within a longer word', `x${token}`],
    ['a hash', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ])('is not mistaken for other text: %s', (_, text) => {
    expect(tokens.hide(text)).toBe(text);
  });
});

describe('a stored response', () => {
  const other = tokens.makeHandle();
  const hostile = JSON.parse(
    `{"session_token":"${keptToken(other)}","checkout":{"session_token":"${keptToken(other)}"},"__proto__":{"a":1},"2":1,"1":"\\ud800","n":1e400,"m":-0,"checkout_url":"${token}"}`,
  );
  const response = {
    session_token: token,
    metadata: hostile,
    checkout: { session_token: token, expires_at: 'then' },
    checkout_url: `https://pay.example/pay/${token}`,
    checkouts: token,
  };

  it('contains no tokens, and is restored byte for byte', () => {
    const stored = JSON.stringify(keepTokens(response));
    expect(JSON.parse(stored)).toMatchObject({
      session_token: keptToken(handle),
      checkout: { session_token: keptToken(handle), expires_at: 'then' },
      checkout_url: `https://pay.example/pay/${keptToken(handle)}`,
    });
    expect(JSON.stringify(showTokens(tokens, JSON.parse(stored)))).toBe(JSON.stringify(response));
    const rotated = makeCheckoutTokens(makeSecretBox(key(2), [key(1)]));
    expect(JSON.stringify(showTokens(rotated, JSON.parse(stored)))).toBe(JSON.stringify(response));
  });

  it('is restored without tokens in the merchant’s own fields', () => {
    const shown = showTokens(tokens, { metadata: hostile, description: keptToken(other) });
    expect(JSON.stringify(shown)).not.toContain(tokens.tokenOf(other));
  });

  it.each([
    {},
    { session_token: null, checkout: null },
    { session_token: 'x'.repeat(43) },
    { checkout_url: 'https://shop.example' },
  ])('is unchanged if it is old or of another kind: %j', (stored) => {
    expect(showTokens(tokens, stored)).toEqual(stored);
  });

  it('from an operator is restored with the token of its own session, but of no other', () => {
    const action = {
      kind: 'redirect',
      url: `https://o.example/?to=${keptToken(handle)}&and=${keptToken(other)}`,
    };
    expect(readActionOf(tokens, { token: handle }, { action }).action).toEqual({
      kind: 'redirect',
      url: `https://o.example/?to=${token}&and=${keptToken(other)}`,
    });
  });
});
