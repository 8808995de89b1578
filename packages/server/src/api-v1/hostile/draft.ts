import { type Tree, writeTree } from './json-text.ts';
import type { Endpoint } from './read-endpoints.ts';

export type Header = readonly [name: string, value: string];

/** A request that is being made hostile. */
export interface Draft {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Path with `{names}` in place of the parameters. */
  readonly path: string;
  /** Path parameters by name, encoded as in the URL. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Parts of the query between the `&`s. */
  readonly query: readonly string[];
  readonly headers: readonly Header[];
  readonly body: Tree | null;
  /** Encodes the text of the body. */
  readonly encode: (text: string) => Uint8Array;
}

export type Change = (draft: Draft) => Draft;

/** The request that is sent. */
export interface HostileRequest {
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body: Uint8Array | null;
}

export function finish({ endpoint, method, path, ...draft }: Draft): HostileRequest {
  const place = path.replaceAll(/\{(\w+)\}/g, (name, key: string) => draft.parameters[key] ?? name);
  return {
    endpoint,
    method,
    path: draft.query.length > 0 ? `${place}?${draft.query.join('&')}` : place,
    headers: draft.headers,
    body: draft.body === null ? null : draft.encode(writeTree(draft.body)),
  };
}

/** Replaces all headers of a name; undefined removes them. */
export function setHeader(draft: Draft, name: string, value: string | undefined): Draft {
  const others = draft.headers.filter(([other]) => other.toLowerCase() !== name);
  return { ...draft, headers: value === undefined ? others : [...others, [name, value]] };
}

export function addHeader(draft: Draft, name: string, value: string): Draft {
  return { ...draft, headers: [...draft.headers, [name, value]] };
}

/** Formats the request as a command line that repeats it. */
export function curlOf(origin: string, { method, path, headers, body }: HostileRequest): string {
  const words = ['curl', '-sS', '-i', '--path-as-is', '--globoff', '-X', method, `${origin}${path}`];
  for (const [name, value] of headers) words.push('-H', `${name}: ${value}`);
  if (body !== null) words.push('--data-binary', '@-');
  const line = words.map(quote).join(' ');
  if (body === null) return line;
  const text = Buffer.from(body).toString('utf8');
  const isPlain = Buffer.from(text).equals(body) && /^[\x20-\x7e]*$/.test(text);
  if (isPlain) return `printf %s ${quote(text)} | ${line}`;
  return `printf %s ${Buffer.from(body).toString('base64')} | base64 -d | ${line}`;
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
