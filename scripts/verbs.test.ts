import { resolve } from 'node:path';
import { type Actor, roles } from '@guichet/core/platform';
import { kind_scopes, scopes_of } from '@guichet/core/testing';
import { AppError } from '@guichet/kernel/errors';
import { expect, it } from 'vitest';
import { customer, keyWithout, personWith, staffOf, visitor } from '../test-support/actors.ts';
import { listVerbs } from './tidy/check-verbs.ts';
import { readTree } from './tidy/read-tree.ts';
import { wings } from './tidy/wings.ts';

/** Every verb of the wings' indexes refuses an actor without its scope, before it does anything else. */

/** An object that must not be used: reading a property returns the object itself, and calling it throws. */
const untouched: unknown = new Proxy(() => undefined, {
  get: (_target, name) => (name === Symbol.toPrimitive ? () => 'untouched' : untouched),
  apply: () => {
    throw new Error('a verb did something before it required its scope');
  },
});

/** Every kind of actor, each with its scopes. */
const everybody: readonly (readonly [actor: Actor, scopes: readonly string[]])[] = [
  ...roles.map((role) => [staffOf(role), [...scopes_of[role], ...kind_scopes.person]] as const),
  [keyWithout(), []],
  [customer, kind_scopes.customer],
  [visitor, kind_scopes.visitor],
  [personWith('stf_1', 'ses_1'), kind_scopes.person],
  [{ kind: 'service' }, kind_scopes.service],
];

const tree = await readTree(resolve(import.meta.dirname, '..'));
const verbs = listVerbs(tree);
const modules = new Map<string, Record<string, unknown>>();
for (const wing of wings) modules.set(wing, await import(`../packages/core/src/${wing}/index.ts`));

type AnyFunction = (...given: unknown[]) => unknown;

const cases = verbs.flatMap((verb) =>
  everybody
    .filter(([, scopes]) => !verb.scopes.some((scope) => scopes.includes(scope)))
    .map(([actor]) => [verb.name, 'role' in actor ? actor.role : actor.kind, verb, actor] as const),
);

it('every verb has a case in the table', () => {
  expect(verbs.length).toBeGreaterThan(140);
  expect(verbs.filter(({ scopes }) => scopes.length === 0)).toEqual([]);
  expect(new Set(cases.map(([name]) => name)).size).toBe(verbs.length);
});

it.each(cases)(
  '%s refuses the actor %s, who lacks its scope',
  async (_name, _who, { wing, name, is_maker, takes_context }, actor) => {
    const exported = modules.get(wing)?.[name] as AnyFunction;
    const ask = async (): Promise<unknown> => {
      if (is_maker) return (exported(untouched, untouched) as AnyFunction)(actor, untouched, untouched);
      return takes_context ? exported(untouched, actor, untouched, untouched) : exported(actor, untouched);
    };
    const refusal = await ask().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AppError);
    expect((refusal as AppError).code).toBe(actor.kind === 'key' ? 'missing_scope' : 'forbidden');
  },
);
