import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../api/client.ts';

/** The signed-in person, and the merchant. */
export type Me = Awaited<ReturnType<typeof readMe>>;
export type Merchant = Me['merchant'];
/** A permission, named after its noun and verb: `payouts:approve`. */
export type Scope = Merchant['scopes'][number];
export type Mode = 'test' | 'live';

export const me_query = queryOptions({ queryKey: ['me'], queryFn: readMe });

function readMe() {
  return read(api.GET('/dashboard/api/me'));
}

/** Whether the person's role at a merchant grants a scope, according to the server. */
export function mayDo({ scopes }: Pick<Merchant, 'scopes'>, scope: Scope): boolean {
  return scopes.includes(scope);
}
