import type { Context } from '@guichet/core/platform';
import type { Answer, Call } from './operation.ts';

/** The `handle` of an operation: calls a verb with the contents of the request. */
type Handle<Actor> = (call: Call & { readonly actor: Actor }) => Promise<Answer>;
type Verb<Actor, Input> = (ctx: Context, actor: Actor, input: Input) => unknown;

export function withActor<Actor>(verb: (ctx: Context, actor: Actor) => unknown): Handle<Actor> {
  return async ({ ctx, actor }) => ({ data: await verb(ctx, actor) });
}

export function withBody<Actor>(verb: Verb<Actor, unknown>): Handle<Actor> {
  return async ({ ctx, actor, body }) => ({ data: await verb(ctx, actor, body) });
}

export function withQuery<Actor>(verb: Verb<Actor, Call['query']>): Handle<Actor> {
  return async ({ ctx, actor, query }) => ({ data: await verb(ctx, actor, query) });
}

/** @param name the name of the path parameter that is the input: `id` */
export function withPath<Actor>(name: string, verb: Verb<Actor, string>): Handle<Actor> {
  return async ({ ctx, actor, params }) => ({ data: await verb(ctx, actor, params[name] ?? '') });
}

/** @param name the name of the path parameter, also in the input: `id` for `{ id, body }` */
export function withPathAndBody<Actor, Name extends string>(
  name: Name,
  verb: Verb<Actor, Readonly<Record<Name, string>> & { readonly body: unknown }>,
): Handle<Actor> {
  return async ({ ctx, actor, params, body }) => {
    const named = { [name]: params[name] ?? '' } as Record<Name, string>;
    return { data: await verb(ctx, actor, { ...named, body }) };
  };
}
