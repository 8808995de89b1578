import { Kysely, PostgresDialect } from 'kysely';
import type { Person } from '../../platform/actor/actor.ts';
import type { Context } from '../../platform/context.ts';
import { actingPool } from '../../platform/database/act-as.ts';
import type { Schema } from '../../platform/database/schema.ts';

/** In whose name something is changed, as the audit log keeps it. */
export interface Author {
  readonly kind: 'staff' | 'command' | 'service';
  readonly id?: string;
  readonly name?: string;
  readonly address?: string;
  readonly request_id?: string;
}

/** A person as the author of what they change. The name says who it was also after they are gone. */
export function authorOf({ user_id, name, email, address, request_id }: Person): Author {
  return { kind: 'staff', id: user_id, name: `${name} <${email}>`, address, request_id };
}

/** A context that signs every change made through its `db`, each in the transaction that makes it. */
export function actAs<C extends Pick<Context, 'db' | 'pool'>>(ctx: C, author: Author): C {
  return { ...ctx, db: actingDatabase(ctx, () => author) };
}

/**
 * The same for code that keeps its database: whoever acts is asked for at each transaction. Closing it is not needed,
 * and would close the pool of the context.
 */
export function actingDatabase({ pool }: Pick<Context, 'pool'>, authorOf: () => Author): Kysely<Schema> {
  const acting = actingPool(pool, () => JSON.stringify(authorOf()));
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: acting }) });
}
