import fc from 'fast-check';
import type { JsonSchema } from '../../openapi/document.ts';
import { type Leaf, leafOf, type Tree, treeOf } from './json-text.ts';
import { anyText, inherited_names, textAround } from './texts.ts';

/** Numbers in the notations of JSON. */
const number_texts = [
  '0',
  '-0',
  '-1',
  '0.1',
  '0.10',
  '1.005',
  '1.0000000000000002',
  '99.999999999999999999',
  '123456.789',
  '1e-7',
  '5e-324',
  '1E2',
  '1e308',
  '-1e308',
  '1e400',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551616',
  '1'.repeat(400),
  `0.${'0'.repeat(400)}1`,
];

const texts = anyText.map(leafOf);
const numbers = fc.constantFrom(...number_texts).map((text): Leaf => ({ text }));

/** Deep or wide values. The deepest valid metadata has depth 8. */
const structures: fc.Arbitrary<Tree> = fc.oneof(
  fc.constantFrom(1, 7, 8, 9, 100, 5_000).map((depth) => ({ text: '['.repeat(depth) + ']'.repeat(depth) })),
  fc
    .constantFrom(1, 7, 8, 9, 100, 5_000)
    .map((depth) => ({ text: `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}` })),
  fc.constantFrom(49, 50, 51, 60, 2_000).map((count) => treeOf(numberedKeys(count))),
  fc.constantFrom(1, 100, 5_000).map((count) => treeOf(Array.from({ length: count }, (_, item) => item))),
  fc.constantFrom(16_000, 16_384, 17_000).map((size) => treeOf({ text: 'a'.repeat(size) })),
  fc.constantFrom(...inherited_names, '', '.', 'a.b', '\u0000', '\ud800').map(
    (name): Tree => ({
      fields: [[name, treeOf({ a: 1 })]],
    }),
  ),
  fc.jsonValue({ maxDepth: 4 }).map(treeOf),
);

/** Any JSON value, and some texts that are not JSON. */
export const anyTree: fc.Arbitrary<Tree> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('null', 'true', 'false', '""', '[]', '{}', '[null]').map(asLeaf) },
  { weight: 3, arbitrary: numbers },
  { weight: 5, arbitrary: texts },
  { weight: 3, arbitrary: structures },
  {
    weight: 1,
    arbitrary: fc.constantFrom('NaN', '-Infinity', 'undefined', '01', '.5', '1.', "'a'", '').map(asLeaf),
  },
);

/** Objects whose field names the caller chooses. */
const maps: fc.Arbitrary<Tree> = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom('a', ' ', 'toJSON', '\n', '\u2028'), anyText), anyTree), {
    maxLength: 4,
  })
  .map((fields) => ({ fields }));

/** Values at the limits of a schema: the last valid and the first invalid. */
export function edgesOf(schema: JsonSchema): fc.Arbitrary<Tree>[] {
  const edges: fc.Arbitrary<Tree>[] = [];
  const { minimum, maximum, minLength, maxLength } = schema;
  for (const edge of [minimum, maximum]) {
    if (edge === undefined) continue;
    edges.push(fc.constantFrom(...[-1, -0.01, 0, 0.01, 1].map((more) => leafOf(edge + more))));
  }
  for (const edge of [minLength, maxLength]) {
    if (edge !== undefined) edges.push(textAround(edge).map(leafOf));
  }
  const choices = (schema.enum ?? []).filter((choice) => typeof choice === 'string');
  if (choices.length > 0) {
    edges.push(
      fc
        .tuple(fc.constantFrom(...choices), fc.constantFrom(...disguises))
        .map(([choice, disguise]) => leafOf(disguise(choice))),
    );
  }
  if (typesOf(schema).includes('object') && !schema.properties) edges.push(maps);
  if (typesOf(schema).some((type) => type === 'number' || type === 'integer')) edges.push(numbers);
  return edges;
}

/** Changes to the spelling or type of a valid choice. */
const disguises: readonly ((text: string) => unknown)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => ` ${text}`,
  (text) => `${text}\u0000`,
  (text) => [text],
  (text) => ({ [text]: text }),
];

function typesOf({ type }: JsonSchema): readonly string[] {
  return typeof type === 'string' ? [type] : (type ?? []);
}

function numberedKeys(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, key) => [`key ${key}`, key]));
}

function asLeaf(text: string): Leaf {
  return { text };
}
