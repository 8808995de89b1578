import { createPublicKey, type KeyObject } from 'node:crypto';
import type { RawCallback } from '../contract.ts';
import { algorithmOf, isAlgorithm, isDigestOf, signatureBase, verifyBase } from './signature.ts';

/** Returns the public key with the given id, or undefined if pawaPay has none. */
export type FindKey = (id: string) => Promise<string | undefined>;

/** Tolerated difference between pawaPay's clock and ours. */
const clocks_apart_s = 5 * 60;
/**
 * The lifetime assumed for a signature without an expiry: pawaPay repeats a callback for 15 minutes, perhaps with
 * the same signature.
 */
const lifetime_s = 15 * 60;
/** The components that a signature must cover to be useful: those of the request's destination and body. */
const needed = ['@method', '@authority', '@path', 'content-digest'];

interface Signed {
  readonly names: readonly string[];
  /** The parameters exactly as written in the header, because they are signed too. */
  readonly parameters: string;
  readonly values: ReadonlyMap<string, string>;
  readonly signature: Buffer;
}

/** Whether pawaPay signed the callback recently, for this URL and with this body. */
export async function isSigned(raw: RawCallback, findKey: FindKey, now: Date): Promise<boolean> {
  const signed = readSigned(raw.headers);
  if (!signed || !needed.every((name) => signed.names.includes(name))) return false;
  if (!isTimely(signed.values, raw.received_at ?? now)) return false;
  if (!isDigestOf(raw.headers['content-digest'] ?? '', raw.body)) return false;
  const lines = signed.names.map((name) => [name, componentOf(raw, name)] as const);
  if (!lines.every((line): line is readonly [string, string] => line[1] !== undefined)) return false;
  const pem = await findKey(signed.values.get('keyid') ?? '');
  const key = pem === undefined ? undefined : readKey(pem);
  if (!key) return false;
  const algorithm = signed.values.get('alg') ?? algorithmOf(key);
  const base = signatureBase(lines, signed.parameters);
  return isAlgorithm(algorithm) && verifyBase(base, signed.signature, key, algorithm);
}

/** Parses one signature; if there are several, the one named `sig-pp`. */
function readSigned(headers: RawCallback['headers']): Signed | undefined {
  const inputs = new Map(
    [
      ...(headers['signature-input'] ?? '').matchAll(
        /(?<![\w*.-])([\w*.-]+)=(\([^()]*\)(?:;[\w*-]+=(?:"[^"\\]*"|\d+))*)/g,
      ),
    ].map(([, label = '', input = '']) => [label, input]),
  );
  const signatures = new Map(
    [...(headers.signature ?? '').matchAll(/(?<![\w*.-])([\w*.-]+)=:([A-Za-z0-9+/=]+):/g)].map(
      ([, label = '', value = '']) => [label, value],
    ),
  );
  const label = ['sig-pp', ...inputs.keys()].find((one) => inputs.has(one) && signatures.has(one));
  if (label === undefined) return undefined;
  const parameters = inputs.get(label) ?? '';
  const [list = ''] = /^\([^()]*\)/.exec(parameters) ?? [];
  const names = list.slice(1, -1).split(' ').filter(Boolean);
  // pawaPay uses no component that has its own parameters, such as `"@query-param";name="a"`.
  if (!names.every((name) => /^"[a-z0-9@-]+"$/.test(name))) return undefined;
  return {
    names: names.map((name) => name.slice(1, -1)),
    parameters,
    values: new Map(
      [...parameters.slice(list.length).matchAll(/;([\w*-]+)=(?:"([^"]*)"|(\d+))/g)].map(
        ([, name = '', text, number]) => [name, text ?? number ?? ''],
      ),
    ),
    signature: Buffer.from(signatures.get(label) ?? '', 'base64'),
  };
}

function isTimely(values: Signed['values'], at: Date): boolean {
  const created_s = Number(values.get('created') ?? Number.NaN);
  const expires_s = Number(values.get('expires') ?? created_s + lifetime_s);
  const at_s = at.getTime() / 1000;
  return created_s <= at_s + clocks_apart_s && expires_s >= at_s - clocks_apart_s;
}

function componentOf({ headers, request }: RawCallback, name: string): string | undefined {
  if (!name.startsWith('@')) return Object.hasOwn(headers, name) ? headers[name] : undefined;
  if (!request || !URL.canParse(request.url)) return undefined;
  const { host, pathname, search, protocol } = new URL(request.url);
  const derived: Readonly<Record<string, string>> = {
    '@method': request.method,
    '@authority': host,
    '@path': pathname,
    '@query': search === '' ? '?' : search,
    '@scheme': protocol.slice(0, -1),
    '@target-uri': request.url,
  };
  return derived[name];
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem);
  } catch {
    // The text is not a public key, so it can verify no signature.
    return undefined;
  }
}
