import { Kysely, PostgresDialect } from 'kysely';
import type { Person } from '../../platform/actor/actor.ts';
import type { Context } from '../../platform/context.ts';
import { actingPool } from '../../platform/database/act-as.ts';
import type { Schema } from '../../platform/database/schema.ts';

/** The author of a change, as the audit log records it. */
export interface Author {
  readonly kind: 'staff' | 'command' | 'service';
  readonly id?: string;
  readonly name?: string;
  readonly address?: string;
  readonly request_id?: string;
}

/**
 * Returns a person as the author of a change. The name is copied, so that it is still known after they have left.
 */
export function authorOf({ user_id, name, email, address, request_id }: Person): Author {
  return { kind: 'staff', id: user_id, name: `${name} <${email}>`, address, request_id };
}

/** Returns a context whose `db` records the author of every change, in the same transaction. */
export function actAs<C extends Pick<Context, 'db' | 'pool'>>(ctx: C, author: Author): C {
  return { ...ctx, db: actingDatabase(ctx, () => author) };
}

/**
 * Returns a database that records an author, for code that uses one database object for many authors: `authorOf` is
 * called for each transaction. The database need not be closed; closing it would close the context's pool.
 */
export function actingDatabase({ pool }: Pick<Context, 'pool'>, authorOf: () => Author): Kysely<Schema> {
  const acting = actingPool(pool, () => JSON.stringify(authorOf()));
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: acting }) });
}
