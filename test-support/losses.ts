import { randomBytes } from 'node:crypto';
import { connect } from '@guichet/core/platform';
import { makeFixedClock } from '@guichet/kernel/clock';
import type { Money } from '@guichet/kernel/money';
import type { Connector, ConnectorAnswer, Direction } from '@guichet/operators/contract';
import { inject } from 'vitest';
import { addressOf, withConnection } from './connection.ts';
import { composeContext, sandboxOf, start, type TestContext } from './context.ts';

/** A request that the operator has carried out. */
export interface Booked {
  readonly direction: Direction;
  readonly phone: string;
  readonly money: Money;
}

/** An installation whose database can be lost, and an operator that has its own record of the requests. */
export interface Losable {
  /** The context for the current database, replaced by {@link backUp} and {@link restore}. */
  readonly ctx: TestContext;
  /**
   * The requests that the operator has carried out, by reference. It carries out each reference only once.
   */
  readonly books: ReadonlyMap<string, Booked>;
  /** Copies the current database. */
  backUp(): Promise<void>;
  /** Restores the database from the copy: everything committed since then is lost. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Makes an installation in test mode; close it with `close`. */
export async function makeLosable(): Promise<Losable> {
  const server_url = inject('server_url');
  const template = inject('template');
  const stem = `${template}_${randomBytes(4).toString('hex')}`;
  const backup = `${stem}_backup`;
  const run = (statement: string) => withConnection(server_url, (client) => client.query(statement));
  await run(`create database ${stem} template ${template}`);
  const books = new Map<string, Booked>();
  const clock = makeFixedClock(start);
  const open = async (): Promise<TestContext> => {
    const database_url = addressOf(server_url, stem);
    const onError = (error: Error) => {
      throw error;
    };
    const connected = connect(database_url, { connections_max: 5, onError });
    const ctx = composeContext({ ...connected, database_url }, clock);
    ctx.connectors.set('sandbox', makeOperator(sandboxOf(ctx), books));
    // Prepares the secret as the service does when it starts, so that every backup contains it.
    await ctx.references.prepare();
    return ctx;
  };
  let ctx = await open();
  return {
    get ctx() {
      return ctx;
    },
    books,
    backUp: async () => {
      await ctx.database.close();
      await run(`drop database if exists ${backup}`);
      await run(`create database ${backup} template ${stem}`);
      ctx = await open();
    },
    restore: async () => {
      await ctx.database.close();
      await run(`drop database ${stem}`);
      await run(`create database ${stem} template ${backup}`);
      ctx = await open();
    },
    close: async () => {
      await ctx.database.close();
      await run(`drop database ${stem}`);
      await run(`drop database if exists ${backup}`);
    },
  };
}

/**
 * An operator with its own books. Like a real one, it carries out each reference once, recognizes a repeated
 * reference whatever the rest of the request, and responds to inquiries from its books.
 */
function makeOperator(sandbox: Connector, books: Map<string, Booked>): Connector {
  const carryOut = (
    direction: Direction,
    { reference, phone, money }: { reference: string; phone: string; money: Money },
  ): ConnectorAnswer => {
    if (books.has(reference)) return answer({ kind: 'pending', action: null });
    books.set(reference, { direction, phone, money });
    return answer({ kind: 'settled', money });
  };
  return {
    ...sandbox,
    collect: async (request) => carryOut('collect', request),
    payout: async (request) => carryOut('payout', request),
    refund: async (request) => carryOut('refund', request),
    lookup: async ({ reference }) => {
      const booked = books.get(reference);
      if (!booked) return answer({ kind: 'unknown', cause: 'not_found' });
      return answer({ kind: 'settled', money: booked.money });
    },
  };
}

function answer(outcome: ConnectorAnswer['outcome']): ConnectorAnswer {
  return { outcome, provider_reference: null, raw: null };
}
