import {
  createHash,
  createHmac,
  createSecretKey,
  type Hmac,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { hideTokens } from './hide-tokens.ts';
import type { SecretBox } from './seal.ts';
import { codeOf } from './short-codes.ts';

/**
 * The tokens of checkout sessions. The database stores a session's handle, which gives no access. The token is the
 * handle followed by its HMAC, which is recomputed wherever the token is shown.
 */
export interface CheckoutTokens {
  /** @returns the handle of a new session: the name of the current key and 16 random bytes */
  makeHandle(): string;
  /** @returns the token; the same one as long as the key named in the handle is configured */
  tokenOf(handle: string): string;
  /** @returns the session's handle; undefined for a token made with none of our keys */
  handleOf(token: string): string | undefined;
  /**
   * Generates a session's short code and the form in which the database stores it. The stored form is an HMAC,
   * because a plain hash could be reversed by trying all codes.
   *
   * @param draw the number of the draw; increase it to get a different code when one is already in use
   */
  drawCode(handle: string, draw: number): { readonly code: string; readonly kept_as: string };
  /** Returns the possible stored forms of a code, one for each key, newest first. */
  findCode(code: string): readonly string[];
  /** Replaces each of our tokens in a text with {@link keptToken} of its handle. */
  hide(text: string): string;
}

const random_bytes = 16;
/** The number of base64url characters of 16 bytes, for both the random part and the HMAC. */
const characters = 22;
const key_name_length = 4;
const purpose = 'checkout tokens';
/** The number of handles generated in one batch, which takes less than a millisecond. */
const made_ahead = 64;
/**
 * Matches the characters and the length of a token: a handle, with or without the name of its key, and the HMAC.
 */
const token_pattern = /^[A-Za-z0-9_-]{44,65}$/;
/** Matches a token from before tokens were signed: 32 random bytes. */
const unsigned_pattern = /^[A-Za-z0-9_-]{43}$/;

interface Key {
  /** A name that reveals nothing about the key. */
  readonly name: string;
  readonly secret: KeyObject;
}

/** Makes the tokens of an installation. Tokens made with the box's previous keys are valid too. */
export function makeCheckoutTokens(secrets: Pick<SecretBox, 'deriveEach'>): CheckoutTokens {
  const keys = secrets.deriveEach(purpose).map(makeKey);
  const [current] = keys;
  if (!current) throw new Error('the secret box has no key');
  const keyOf = (handle: string): Key =>
    (handle.length === key_name_length + characters
      ? keys.find(({ name }) => handle.startsWith(name))
      : undefined) ?? current;
  const handleOf = (token: string): string | undefined => {
    if (isUnsigned(token)) return handleOfUnsigned(token);
    if (!token_pattern.test(token)) return undefined;
    const handle = handleIn(token);
    const proof = Buffer.from(token.slice(-characters));
    return keys.some((key) => timingSafeEqual(Buffer.from(prove(key, handle)), proof)) ? handle : undefined;
  };
  const tokenOf = (handle: string): string => `${handle}${prove(keyOf(handle), handle)}`;
  const ahead = makeAhead((random) => {
    const handle = `${current.name}${random}`;
    return [handle, tokenOf(handle)];
  });
  return {
    makeHandle: ahead.next,
    tokenOf: (handle) => ahead.tokenOf(handle) ?? tokenOf(handle),
    handleOf,
    drawCode: (handle, draw) => {
      const key = keyOf(handle);
      const code = codeOf(hmac(key, `code ${draw} ${handle}`).digest());
      return { code, kept_as: keepCode(key, code) };
    },
    findCode: (code) => keys.map((key) => keepCode(key, code)),
    hide: (text) =>
      hideTokens(text, (token) => {
        const handle = isUnsigned(token) ? undefined : handleOf(token);
        return handle && keptToken(handle);
      }),
  };
}

/**
 * Generates handles with their tokens in batches. Generating them one at a time, in between the other work of a
 * request, costs several times as much.
 *
 * @param make makes a handle and its token from the random part
 */
function makeAhead(make: (random: string) => readonly [handle: string, token: string]) {
  let tokens = new Map<string, string>();
  /** The tokens of the previous batch, whose sessions may not be in the database yet. */
  let before = tokens;
  let left: string[] = [];
  const next = (): string => {
    const handle = left.pop();
    if (handle !== undefined) return handle;
    before = tokens;
    tokens = new Map(drawRandom(made_ahead).map(make));
    left = [...tokens.keys()];
    return next();
  };
  return {
    next,
    tokenOf: (handle: string): string | undefined => tokens.get(handle) ?? before.get(handle),
  };
}

/** Returns texts of 16 random bytes each, from one read of the system's generator. */
function drawRandom(count: number): readonly string[] {
  const bytes = randomBytes(count * random_bytes);
  return Array.from({ length: count }, (_, index) =>
    bytes.toString('base64url', index * random_bytes, (index + 1) * random_bytes),
  );
}

/** Returns the handle in a token that was just made. */
export function handleIn(token: string): string {
  return token.slice(0, -characters);
}

/** Whether a text may be a token from before tokens were signed, by its length. */
export function isUnsigned(token: string): boolean {
  return unsigned_pattern.test(token);
}

/** Returns the stored handle of a token from before tokens were signed. */
function handleOfUnsigned(token: string): string {
  return createHash('sha256').update(token).digest('base64url').slice(0, characters);
}

/**
 * Returns the placeholder of a token in stored JSON. It has a prefix because old tokens, which may have the length
 * of a handle, are stored there too.
 */
export function keptToken(handle: string): string {
  return `handle:${handle}`;
}

function makeKey(derived: string): Key {
  const secret = createSecretKey(Buffer.from(derived, 'hex'));
  // The name is hexadecimal, so that no token begins with a hyphen, which a command line would take for an option.
  return {
    secret,
    name: hmac({ secret }, 'name').digest('hex').slice(0, key_name_length),
  };
}

function prove(key: Key, handle: string): string {
  return hmac(key, handle).digest('base64url').slice(0, characters);
}

/**
 * Computes the stored form of a code. No handle contains a space, so the HMAC of a handle never equals that of a
 * code.
 */
function keepCode(key: Key, code: string): string {
  return hmac(key, `kept ${code}`).digest('base64url').slice(0, characters);
}

function hmac({ secret }: Pick<Key, 'secret'>, text: string): Hmac {
  return createHmac('sha256', secret).update(text);
}
