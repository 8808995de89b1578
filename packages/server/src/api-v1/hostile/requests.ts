import { scenarios } from '@guichet/operators/sandbox/scenarios';
import fc from 'fast-check';
import type { JsonSchema } from '../../openapi/document.ts';
import { addressChanges, percent } from './change-address.ts';
import { bodyChanges } from './change-body.ts';
import { headerChanges } from './change-headers.ts';
import { addHeader, type Change, type Draft, finish, type HostileRequest } from './draft.ts';
import { changeAt, changeFields, leafOf, type Tree, treeOf } from './json-text.ts';
import type { World } from './make-world.ts';
import type { Endpoint } from './read-endpoints.ts';

/**
 * Makes requests for every operation, equally often: valid ones with one or two changes, so that most pass the
 * first checks, and sometimes with many. A failing request shrinks to fewer changes of the simplest valid one.
 */
export function hostileRequest(endpoints: readonly Endpoint[], world: World): fc.Arbitrary<HostileRequest> {
  return fc.oneof(...endpoints.map((endpoint) => requestOf(endpoint, world)));
}

function requestOf(endpoint: Endpoint, world: World): fc.Arbitrary<HostileRequest> {
  const changes: fc.WeightedArbitrary<Change>[] = [
    { weight: 3, arbitrary: addressChanges(endpoint, foreignIds(world)) },
    { weight: 3, arbitrary: headerChanges(world) },
  ];
  if (endpoint.method === 'POST') {
    changes.push({ weight: endpoint.body ? 8 : 2, arbitrary: bodyChanges(endpoint.body ?? {}) });
  }
  const change = fc.oneof(...changes);
  const bad = fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 20, arbitrary: fc.array(change, { minLength: 1, maxLength: 2 }) },
    { weight: 3, arbitrary: fc.array(change, { minLength: 3, maxLength: 8 }) },
  );
  return fc
    .tuple(rightRequest(endpoint, world), bad)
    .map(([draft, done]) => finish(done.reduce((changed, next) => next(changed), draft)));
}

/** Makes requests that succeed if the state of their object allows it. */
function rightRequest(endpoint: Endpoint, world: World): fc.Arbitrary<Draft> {
  const variations = variationsOf(endpoint, world);
  return fc
    .tuple(fc.nat({ max: 9_999 }), fc.array(fc.oneof(...variations), { maxLength: 3 }))
    .map(([choice, varied]) =>
      varied.reduce((draft, next) => next(draft), plainRequest(endpoint, world, choice)),
    );
}

/** Ids and tokens that are not the caller's. */
function foreignIds({ another_merchant, other_mode }: World): readonly string[] {
  return [another_merchant, other_mode].flatMap(({ objects }) => [...objects.values()].flat());
}

const example_phone = '+2250548151600';

function plainRequest(endpoint: Endpoint, world: World, choice: number): Draft {
  const parameters: Record<string, string> = {};
  for (const { 0: name, 1: key = '', index } of endpoint.place.matchAll(/\{(\w+)\}/g)) {
    const place = endpoint.place.slice(0, index + name.length);
    parameters[key] = pick(world, place, choice);
  }
  return {
    endpoint,
    method: endpoint.method,
    path: endpoint.path,
    parameters,
    query: [],
    headers: [
      ...(endpoint.has_key ? [['authorization', `Bearer ${world.own.key}`] as const] : []),
      ...(endpoint.body ? [['content-type', 'application/json'] as const] : []),
    ],
    body: endpoint.body ? treeOf(endpoint.body_example) : null,
    encode: (text) => Buffer.from(text),
  };
}

function pick({ own }: World, place: string, choice: number): string {
  const values = own.objects.get(place) ?? [];
  const value = values[choice % values.length];
  if (value === undefined) throw new Error(`make-world.ts makes nothing for ${place}`);
  return value;
}

/** Changes that keep a request valid. */
function variationsOf(endpoint: Endpoint, world: World): fc.Arbitrary<Change>[] {
  const variations: fc.Arbitrary<Change>[] = [fc.constant((draft) => draft)];
  if (endpoint.method === 'POST') {
    const keys = fc.uuid().map(
      (key): Change =>
        (draft) =>
          addHeader(draft, 'idempotency-key', key),
    );
    variations.push(keys);
  }
  for (const name of endpoint.query) {
    const values = name === 'limit' ? fc.constantFrom('1', '2', '100') : queryValues(name, world);
    variations.push(
      values.map(
        (value): Change =>
          (draft) => ({ ...draft, query: [`${name}=${percent(value)}`] }),
      ),
    );
  }
  if (endpoint.body) variations.push(phones, ...bodyVariations(endpoint.body, []));
  return variations;
}

function queryValues(name: string, world: World): fc.Arbitrary<string> {
  if (name === 'country') return fc.constantFrom('CI', 'BJ', 'ci');
  if (name === 'currency') return fc.constantFrom('XOF', 'USD');
  if (name === 'status') return fc.constantFrom('active', 'paused', 'ended');
  return fc.nat({ max: 9_999 }).map((choice) => pick(world, name, choice));
}

/** Phone numbers that select the scenarios of the sandbox. */
const phones = fc.constantFrom('20', ...scenarios.map(({ digits }) => digits)).map((digits): Change => {
  const other = example_phone.slice(0, -2) + digits;
  const change = (tree: Tree): Tree => {
    if ('fields' in tree) return { fields: tree.fields.map(([name, value]) => [name, change(value)]) };
    return 'text' in tree && tree.text === JSON.stringify(example_phone) ? leafOf(other) : tree;
  };
  return (draft) => ({ ...draft, body: draft.body && change(draft.body) });
});

function bodyVariations(schema: JsonSchema, above: readonly string[]): fc.Arbitrary<Change>[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = [...above, name];
    const set = (value: unknown): Change => {
      return (draft) => ({ ...draft, body: draft.body && changeAt(draft.body, path, () => leafOf(value)) });
    };
    const found = bodyVariations(property, path);
    if (name === 'amount') found.push(fc.integer({ min: 1, max: 100_000 }).map(set));
    if (name === 'otp')
      found.push(fc.constantFrom('123456', '000000').map((otp) => addField(above, name, otp)));
    if (property.enum)
      found.push(fc.constantFrom(...property.enum).map((choice) => addField(above, name, choice)));
    if (!schema.required?.includes(name)) {
      found.push(
        fc.constant((draft) => ({
          ...draft,
          body:
            draft.body &&
            changeFields(draft.body, above, (fields) => fields.filter(([field]) => field !== name)),
        })),
      );
    }
    return found;
  });
}

function addField(path: readonly string[], name: string, value: unknown): Change {
  return (draft) => ({
    ...draft,
    body:
      draft.body &&
      changeFields(draft.body, path, (fields) => [
        ...fields.filter(([field]) => field !== name),
        [name, leafOf(value)],
      ]),
  });
}
