import fc from 'fast-check';
import type { Change } from './draft.ts';
import type { Endpoint } from './read-endpoints.ts';
import { anyText, inherited_names, odd_texts } from './texts.ts';

/** The HTTP parser refuses longer lines before our code sees them. */
const address_length_max = 14_000;

/** Percent-encodes text; a lone surrogate becomes three bytes that are invalid in UTF-8. */
export function percent(text: string): string {
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : [...text].map((unit) => (unit.isWellFormed() ? encodeURIComponent(unit) : '%ED%A0%80')).join('');
}

const encodedText = anyText.map((text) => percent(text).slice(0, address_length_max));

/** Parts of an address that are not valid percent-encoded text, or that have a special meaning. */
const odd_pieces = [
  '',
  '%',
  '%zz',
  '%f',
  '%ff',
  '%c0%af',
  '%00',
  '%25',
  '%2500',
  '%2f',
  '%2F..%2f..%2fetc%2fpasswd',
  '..',
  '.',
  '%2e%2e',
  '%2e',
  ';a=1',
  ':id',
  '*',
  '{id}',
  '+',
  '~',
  '\u00ff\u00fe',
  'é',
  '%ED%A0%80',
  '%F0%9F%91%97',
  'a%20b',
  'initialize',
  'refunds',
  'verify',
  ...inherited_names,
];
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...odd_pieces) },
  { weight: 2, arbitrary: encodedText },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map(percentBytes) },
);

/** @param others ids and tokens that are not this caller's */
export function addressChanges(endpoint: Endpoint, others: readonly string[]): fc.Arbitrary<Change> {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const changes: fc.WeightedArbitrary<Change>[] = [
    { weight: 2, arbitrary: pathShape },
    { weight: 2, arbitrary: method },
    { weight: 4, arbitrary: queryChanges(endpoint) },
  ];
  for (const name of names) changes.push({ weight: 5, arbitrary: parameter(name, others) });
  return fc.oneof(...changes);
}

function parameter(name: string, others: readonly string[]): fc.Arbitrary<Change> {
  const change = (to: (value: string) => string): Change => {
    return (draft) => {
      const value = to(draft.parameters[name] ?? '');
      return { ...draft, parameters: { ...draft.parameters, [name]: value } };
    };
  };
  return fc.oneof(
    fc.constantFrom(...others).map((other) => change(() => other)),
    piece.map((text) => change(() => text)),
    fc
      .tuple(piece, fc.nat({ max: 50 }))
      .map(([text, place]) => change((value) => value.slice(0, place) + text + value.slice(place))),
    fc
      .constantFrom<(value: string) => string>(
        (value) => value.toLowerCase(),
        (value) => value.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
        (value) => value.slice(0, -1),
        (value) => `${value}0`,
        (value) => percentBytes(Buffer.from(value)),
        (value) => value.slice(4),
        (value) => `${value},${value}`,
        (value) => value.split('').reverse().join(''),
      )
      .map(change),
  );
}

const pathShape: fc.Arbitrary<Change> = fc.oneof(
  fc
    .constantFrom<(path: string) => string>(
      (path) => `${path}/`,
      (path) => `${path}//`,
      (path) => `/${path}`,
      (path) => path.replace('/v1/', '/v1//'),
      (path) => path.replace('/v1/', '/v1/./'),
      (path) => path.replace('/v1/', '/v1/x/../'),
      (path) => path.replace('/v1/', '/v2/'),
      (path) => path.replace('/api', '/API'),
      (path) => path.replace('/api', '/%61pi'),
      (path) => path.replaceAll('/', '%2f'),
      (path) => `${path};a=1`,
      (path) => `${path}/refunds`,
      (path) => `${path}/refunds/1`,
      (path) => `${path}/verify`,
      (path) => path.slice(0, path.lastIndexOf('/')),
      (path) => `http://shop.example${path}`,
      (path) => `${path}#a`,
    )
    .map(
      (change): Change =>
        (draft) => ({ ...draft, path: change(draft.path) }),
    ),
  fc.tuple(piece, fc.nat({ max: 6 })).map(
    ([text, place]): Change =>
      (draft) => {
        const pieces = draft.path.split('/');
        return { ...draft, path: [...pieces.slice(0, place), text, ...pieces.slice(place)].join('/') };
      },
  ),
);

/** CONNECT is left out: Node treats it as a tunnel and does not respond. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
const method = fc.constantFrom(...methods).map(
  (name): Change =>
    (draft) => ({ ...draft, method: name }),
);

function queryChanges({ query }: Endpoint): fc.Arbitrary<Change> {
  const names = fc.oneof(
    ...(query.length > 0 ? [{ weight: 6, arbitrary: fc.constantFrom(...query) }] : []),
    { weight: 2, arbitrary: fc.constantFrom('limit', 'cursor', 'after', 'country', ...inherited_names) },
    { weight: 1, arbitrary: piece },
  );
  const values = fc.oneof(
    fc.constantFrom(...odd_numbers),
    fc.constantFrom('ci', 'CI', 'ZZ', 'cote', 'XOF', 'xof', 'XXX', ...odd_texts).map(percent),
    piece,
  );
  const add =
    (text: string): Change =>
    (draft) => ({ ...draft, query: [...draft.query, text] });
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(names, values).map(([name, value]) => add(`${name}=${value}`)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(names, values, values)
        .map(([name, one, other]) => add(`${name}=${one}&${name}=${other}`)),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(names, fc.constantFrom('', '[]', '[a]', '[__proto__]', '%5B%5D', '.a', '%00'), values)
        .map(([name, suffix, value]) => add(`${name}${suffix}=${value}`)),
    },
    { weight: 1, arbitrary: fc.constantFrom('', '&', '=', '?', '&&==&', 'a', '%', '%=%').map(add) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(2, 1_000, 3_000).map((count) => add(Array(count).fill('a=1').join('&'))),
    },
  );
}

const odd_numbers = [
  '0',
  '1',
  '2',
  '99',
  '100',
  '101',
  '-1',
  '-0',
  '1.5',
  '1e1',
  '0x10',
  '+5',
  '%2b5',
  '05',
  ' 5',
  '5%20',
  '1_0',
  '٥',
  'Infinity',
  'NaN',
  '9007199254740993',
  '9'.repeat(400),
].map((text) => text.replaceAll(/[^\x21-\x7e]/g, percent));

function percentBytes(bytes: Uint8Array): string {
  return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
