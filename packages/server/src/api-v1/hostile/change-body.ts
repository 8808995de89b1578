import fc from 'fast-check';
import type { JsonSchema } from '../../openapi/document.ts';
import type { Change } from './draft.ts';
import { changeFields, type Field, leafOf, setAt, type Tree } from './json-text.ts';
import { anyTree, edgesOf } from './leaves.ts';
import { anyText, inherited_names } from './texts.ts';

interface Place {
  readonly path: readonly string[];
  readonly schema: JsonSchema;
}

/** Changes that make the body of an operation invalid, or valid but unusual. */
export function bodyChanges(schema: JsonSchema): fc.Arbitrary<Change> {
  const places = placesIn(schema, []);
  const objects = [[], ...places.filter((place) => isObject(place.schema)).map(({ path }) => path)];
  const changes: fc.WeightedArbitrary<Change>[] = [
    { weight: 2, arbitrary: newFields(objects) },
    { weight: 1, arbitrary: wholeBody },
    { weight: 2, arbitrary: encoding },
  ];
  if (places.length > 0) {
    changes.push({ weight: 8, arbitrary: fc.oneof(...places.map(otherValueOf)) });
    changes.push({ weight: 3, arbitrary: fc.constantFrom(...places).chain(({ path }) => displaced(path)) });
  }
  return fc.oneof(...changes);
}

function placesIn({ properties = {} }: JsonSchema, above: readonly string[]): Place[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = [...above, name];
    return [{ path, schema }, ...placesIn(schema, path)];
  });
}

function isObject({ type }: JsonSchema): boolean {
  return [type].flat().includes('object');
}

/** Replaces one value with a value at the limits of its schema, or with any value. */
function otherValueOf({ path, schema }: Place): fc.Arbitrary<Change> {
  const values = fc.oneof(
    { weight: 2, arbitrary: anyTree },
    ...edgesOf(schema).map((arbitrary) => ({ weight: 1, arbitrary })),
  );
  return values.map((value) => onBody((body) => setAt(body, path, value)));
}

/** Removes, repeats or renames one field. */
function displaced(path: readonly string[]): fc.Arbitrary<Change> {
  const name = path.at(-1) ?? '';
  const above = path.slice(0, -1);
  const changeField = (change: (field: Field) => readonly Field[]) =>
    onBody((body) =>
      changeFields(body, above, (fields) =>
        fields.flatMap((field) => (field[0] === name ? change(field) : [field])),
      ),
    );
  return fc.oneof(
    fc.constant(changeField(() => [])),
    anyTree.map((value) => changeField((field) => [field, [name, value]])),
    anyTree.map((value) => changeField((field) => [[name, value], field])),
    fc
      .constantFrom(name.toUpperCase(), `${name} `, `${name}[]`, `${name}.x`, name.slice(1), `\u200b${name}`)
      .map((other) => changeField(([, value]) => [[other, value]])),
  );
}

/** Adds an unknown field. */
function newFields(objects: readonly (readonly string[])[]): fc.Arbitrary<Change> {
  const names = fc.oneof(fc.constantFrom('', 'id', 'status', ...inherited_names), anyText);
  return fc
    .tuple(fc.constantFrom(...objects), names, anyTree)
    .map(([path, name, value]) =>
      onBody((body) => changeFields(body, path, (fields) => [...fields, [name, value]])),
    );
}

const wholeBody: fc.Arbitrary<Change> = fc.oneof(
  anyTree.map((tree) => onBody(() => tree)),
  fc.constant(onBody((body) => ({ items: [body] }))),
  fc.constant(onBody((body) => leafOf(JSON.stringify(body)))),
  fc.constant<Change>((draft) => ({ ...draft, body: null })),
);

const utf8 = (text: string): Buffer => Buffer.from(text);
const bom = Buffer.of(0xef, 0xbb, 0xbf);

/** Valid text in the wrong encoding, and text that is not JSON. */
const encodings: readonly ((text: string) => Uint8Array)[] = [
  (text) => Buffer.concat([bom, utf8(text)]),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(text, 'utf16le')]),
  (text) => Buffer.from(text, 'latin1'),
  (text) => Buffer.concat([utf8(text), Buffer.of(0)]),
  (text) => utf8(text).subarray(0, -1),
  (text) => utf8(text).subarray(0, text.length / 2),
  (text) => utf8(text).subarray(1),
  (text) => utf8(` \n\t\r${text}\r\n `),
  (text) => utf8(`${text}${text}`),
  (text) => utf8(`${text}\n${text}\n`),
  (text) => utf8(`)]}',\n${text}`),
  (text) => utf8(text.replaceAll('"', "'")),
  (text) => utf8(text.replaceAll(',', ',,')),
  (text) => utf8(text.replace('}', ',}')),
  (text) => utf8(text.replaceAll(':', '=')),
  (text) => utf8(text.replaceAll('"', '\\"')),
  (text) => utf8(text.replace(/[a-z]/, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)),
  (text) => utf8(`${text.slice(0, -1)}${' '.repeat(70_000)}}`),
  () => utf8(''),
  () => utf8('amount=25000&currency=XOF'),
  () => utf8('--x\r\ncontent-disposition: form-data; name="amount"\r\n\r\n25000\r\n--x--\r\n'),
];
/** Bytes that are not UTF-8: forbidden, overlong, a surrogate, truncated. */
const broken_bytes = [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82]];

const encoding: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom(...encodings).map(
    (encode): Change =>
      (draft) => ({ ...draft, encode }),
  ),
  fc.tuple(fc.constantFrom(...broken_bytes), fc.nat({ max: 200 })).map(([bytes, place]): Change => {
    const encode = (text: string): Uint8Array => {
      const right = utf8(text);
      return Buffer.concat([right.subarray(0, place), Buffer.from(bytes), right.subarray(place)]);
    };
    return (draft) => ({ ...draft, encode });
  }),
  fc.uint8Array({ maxLength: 200 }).map(
    (bytes): Change =>
      (draft) => ({ ...draft, encode: () => bytes }),
  ),
);

function onBody(change: (body: Tree) => Tree): Change {
  return (draft) => ({ ...draft, body: change(draft.body ?? { fields: [] }) });
}
