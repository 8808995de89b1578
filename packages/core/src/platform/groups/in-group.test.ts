import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { untilWaiting } from '../../../../../test-support/locks.ts';
import { type Connection, connect } from '../database/connect.ts';
import { Apart, claimInGroup, forMany, isShared, isTogether } from './for-many.ts';
import { inGroup } from './in-group.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
  await ctx.pool.query(
    'create table things (name text primary key, amount int not null check (amount >= 0))',
  );
});
afterAll(() => ctx.database.close());

/** The inputs of each statement run. */
let statements: (readonly string[])[] = [];
beforeEach(async () => {
  statements = [];
  await ctx.pool.query('truncate things');
});

const transactionOf = forMany<string, string>('read', async (tx, names) => {
  statements.push(names);
  const { rows } = await sql<{ id: string }>`select txid_current()::text as id`.execute(tx);
  return names.map(() => rows[0]?.id ?? '');
});

const put = forMany<{ name: string; amount: number }, string>('write', async (tx, things) => {
  statements.push(things.map(({ name }) => name));
  const { rows } = await sql<{ name: string }>`
    insert into things (name, amount)
    select name, amount from json_to_recordset(${JSON.stringify(things)}::json) as one (name text, amount int)
    returning name`.execute(tx);
  const names = new Set(rows.map(({ name }) => name));
  return things.map(({ name }) => (names.has(name) ? `put ${name}` : 'lost'));
});

const lockThing = forMany<string, boolean>('read', async (tx, names) => {
  const skips = sql.raw(isShared(tx) ? 'skip locked' : '');
  const { rows } = await sql<{ name: string }>`
    select name from things where name = any (${[...names]}::text[]) order by name for update ${skips}`.execute(
    tx,
  );
  const locked = new Set(rows.map(({ name }) => name));
  return names.map((name) => locked.has(name));
});

async function namesOf(): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ name: string }>('select name from things order by name');
  return rows.map(({ name }) => name);
}

/** Runs a body for each name, all concurrently. */
function together<Result>(
  names: readonly string[],
  body: (tx: Connection, name: string) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  return Promise.allSettled(names.map((name) => inGroup(ctx.db, name, (tx) => body(tx, name))));
}

const results = <Result>(settled: readonly PromiseSettledResult<Result>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason.message)));

const names = ['a', 'b', 'c', 'd'];

describe('transactions that arrive at the same time', () => {
  it('run as one, with one statement for all, and get separate results', async () => {
    const done = await together(names, async (tx, name) => [
      await transactionOf(tx, name),
      await put(tx, { name, amount: 1 }),
    ]);
    expect(statements).toEqual([names, names]);
    const ids = new Set(results(done).map(([id]) => id));
    expect(ids.size).toBe(1);
    expect(results(done).map(([, said]) => said)).toEqual(names.map((name) => `put ${name}`));
    expect(await namesOf()).toEqual(names);
  });

  it('share each statement with the members that need it', async () => {
    await together(names, async (tx, name) => {
      if (name > 'b') await transactionOf(tx, name);
      await put(tx, { name, amount: 1 });
    });
    // Members that skip a statement wait for the others, and share the next statement with them.
    expect(statements).toContainEqual(['c', 'd']);
    expect(await namesOf()).toEqual(names);
  });

  it('are separated if they claim the same thing, but not if they claim different things', async () => {
    const done = await together(names, async (tx, name) => {
      claimInGroup(tx, name === 'd' ? 'of c' : `of ${name}`);
      return transactionOf(tx, name);
    });
    expect(new Set(results(done)).size).toBeGreaterThan(1);
    const again = await together(names, async (tx, name) => {
      claimInGroup(tx, `of ${name}`);
      claimInGroup(tx, `of ${name}`);
      return transactionOf(tx, name);
    });
    expect(new Set(results(again)).size).toBe(1);
  });

  it('do not share statements if they have the same key', async () => {
    const order: string[] = [];
    await Promise.all(
      ['first', 'second'].map((name) =>
        inGroup(ctx.db, 'same', async (tx) => {
          expect(isTogether(tx)).toBe(false);
          order.push(`${name} begins`);
          await transactionOf(tx, name);
          order.push(`${name} ends`);
        }),
      ),
    );
    expect(new Set(statements.flat())).toEqual(new Set(['first', 'second']));
    expect(statements).toHaveLength(2);
    expect(order).toHaveLength(4);
  });

  /**
   * Whether two transactions run as one group, although the second arrives when the first could already have begun.
   */
  const shareLater = async (): Promise<boolean> => {
    const first = inGroup(ctx.db, 'a', (tx) => transactionOf(tx, 'a'));
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
    const second = inGroup(ctx.db, 'b', (tx) => transactionOf(tx, 'b'));
    return (await first) === (await second);
  };

  it('wait briefly for later ones if the last group had several members', async () => {
    let isShared = false;
    // Repeated because a busy machine may take longer than a transaction waits for others.
    for (let time = 0; time < 50 && !isShared; time++) {
      await together(names, transactionOf);
      isShared = await shareLater();
    }
    expect(isShared).toBe(true);
  });

  it('do not wait for later ones if the last transaction ran alone', async () => {
    for (let time = 0; time < 5; time++) {
      await inGroup(ctx.db, 'a', (tx) => transactionOf(tx, 'a'));
      expect(await shareLater()).toBe(false);
    }
  });

  it('run their own statements concurrently', async () => {
    const done = await together(names, async (tx, name) => {
      await sql`insert into things (name, amount) values (${name}, 1)`.execute(tx);
      return transactionOf(tx, name);
    });
    expect(new Set(results(done)).size).toBe(1);
    expect(await namesOf()).toEqual(names);
  });
});

describe('a member of a group', () => {
  it('does not affect the others if it fails before it has written anything', async () => {
    const done = await together(names, async (tx, name) => {
      const id = await transactionOf(tx, name);
      if (name === 'b') throw new Error('b does not want to');
      await put(tx, { name, amount: 1 });
      return id;
    });
    const said = results(done);
    expect(said[1]).toBe('b does not want to');
    expect(new Set(said).size).toBe(2);
    expect(await namesOf()).toEqual(['a', 'c', 'd']);
  });

  it.each<[string, (tx: Connection, name: string) => Promise<unknown>]>([
    ['a shared statement', (tx, name) => put(tx, { name, amount: 1 })],
    [
      'a statement of its own',
      (tx, name) => sql`insert into things (name, amount) values (${name}, 1)`.execute(tx),
    ],
    [
      'a statement that only looks like reading',
      (tx, name) =>
        sql`with made as (insert into things values (${name}, 1) returning name) select name from made`.execute(
          tx,
        ),
    ],
  ])('that fails after writing by %s rolls back only its own work', async (_, write) => {
    const done = await together(names, async (tx, name) => {
      await write(tx, name);
      if (name === 'b') throw new Error('b has thought again');
      return name;
    });
    expect(results(done)).toEqual(['a', 'b has thought again', 'c', 'd']);
    expect(await namesOf()).toEqual(['a', 'c', 'd']);
  });

  it('fails alone if PostgreSQL refuses its data', async () => {
    const done = await together(names, (tx, name) => put(tx, { name, amount: name === 'c' ? -1 : 1 }));
    expect(results(done)).toEqual(['put a', 'put b', expect.stringContaining('violates check'), 'put d']);
    expect(await namesOf()).toEqual(['a', 'b', 'd']);
  });

  it('fails alone if its data is refused only by the commit', async () => {
    await ctx.pool.query(`create function refuse_bad() returns trigger language plpgsql as $$
      begin
        if new.name = 'b' then raise exception 'too late for %', new.name using errcode = '23514'; end if;
        return null;
      end $$`);
    await ctx.pool.query(`create constraint trigger refuse after insert on things deferrable initially deferred
      for each row execute function refuse_bad()`);
    try {
      const done = await together(names, (tx, name) => put(tx, { name, amount: 1 }));
      expect(results(done)).toEqual(['put a', 'too late for b', 'put c', 'put d']);
      expect(await namesOf()).toEqual(['a', 'c', 'd']);
    } finally {
      await ctx.pool.query('drop trigger refuse on things');
    }
  });

  it('fails alone if PostgreSQL refuses its statement as too large', async () => {
    const done = await together(names, async (tx, name) => {
      if (name === 'b') await sql`do $$ begin raise 'too large' using errcode = '54000'; end $$`.execute(tx);
      return put(tx, { name, amount: 1 });
    });
    expect(results(done)).toEqual(['put a', 'too large', 'put c', 'put d']);
    expect(await namesOf()).toEqual(['a', 'c', 'd']);
  });

  it('waits for a lock alone, even if the group has no other members', async () => {
    await ctx.pool.query(`insert into things select name, 1 from unnest('{a,b,c,d}'::text[]) as name`);
    const held = await ctx.pool.connect();
    await held.query(`begin; select from things where name = 'b' for update`);
    const lock = async (tx: Connection, name: string): Promise<string> => {
      if (await lockThing(tx, name)) return `locked ${name}`;
      throw new Apart();
    };
    const waits = inGroup(ctx.db, 'b', (tx) => lock(tx, 'b'));
    const alsoWaits = inGroup(ctx.db, 'b', (tx) => lock(tx, 'b'));
    await untilWaiting(ctx.database, 2, 'for update');
    const waitsBeside = inGroup(ctx.db, 'b', (tx) => lock(tx, 'b'));
    expect(await inGroup(ctx.db, 'a', (tx) => lock(tx, 'a'))).toBe('locked a');
    // These are more groups than may be in progress at the same time.
    for (let round = 0; round < 3; round++) {
      const others = await together(['a', 'c', 'd'], lock);
      expect(results(others)).toEqual(['locked a', 'locked c', 'locked d']);
    }
    await held.query('commit');
    held.release();
    expect(await Promise.all([waits, alsoWaits, waitsBeside])).toEqual(['locked b', 'locked b', 'locked b']);
  });

  it('is separated from the others after it has waited for a lock for a second', async () => {
    const held = await ctx.pool.connect();
    await held.query(`begin; insert into things values ('b', 1)`);
    const done = together(names, (tx, name) => put(tx, { name, amount: 1 }));
    await expect.poll(namesOf).toEqual(['a', 'c', 'd']);
    await held.query('rollback');
    held.release();
    expect(results(await done)).toEqual(names.map((name) => `put ${name}`));
    expect(await namesOf()).toEqual(names);
  });
});

describe('a group whose connection breaks', () => {
  it('is not run again, because it may have been committed', async () => {
    const { database_url } = ctx.database;
    const own = connect(database_url, { connections_max: 2, onError: () => undefined });
    let runs = 0;
    const done = await Promise.allSettled(
      names.map((name) =>
        inGroup(own.db, name, async (tx) => {
          runs++;
          await put(tx, { name, amount: 1 });
          if (name === 'd') await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
          await transactionOf(tx, name);
        }),
      ),
    );
    expect(done.map(({ status }) => status)).toEqual(names.map(() => 'rejected'));
    expect(runs).toBe(names.length);
    expect(await namesOf()).toEqual([]);
    expect(await inGroup(own.db, 'a', (tx) => put(tx, { name: 'a', amount: 1 }))).toBe('put a');
    await own.close();
  });
});

describe('statements outside of transactions', () => {
  it('that arrive in the same turn are combined, and a refused one does not affect the others', async () => {
    const done = await Promise.allSettled(
      names.map((name) => put(ctx.db, { name, amount: name === 'c' ? -1 : 1 })),
    );
    expect(statements[0]).toEqual(names);
    expect(results(done)).toEqual(['put a', 'put b', expect.stringContaining('violates check'), 'put d']);
    expect(await namesOf()).toEqual(['a', 'b', 'd']);
    const later = await Promise.all(['e', 'f', 'g'].map((name) => put(ctx.db, { name, amount: 1 })));
    expect(later).toEqual(['put e', 'put f', 'put g']);
  });

  it('that arrive alone do not wait', async () => {
    expect(await put(ctx.db, { name: 'a', amount: 1 })).toBe('put a');
    expect(await put(ctx.db, { name: 'b', amount: 1 })).toBe('put b');
    expect(statements).toEqual([['a'], ['b']]);
  });
});

describe('a column that another process adds', () => {
  it.each([
    ['a single transaction', ['a']],
    ['a group', ['b', 'c']],
  ])('does not make %s fail that uses a prepared statement', async (_, some) => {
    const read = () =>
      together(some, async (tx, name) => {
        const { rows } = await sql<{ name: string }>`select * from things where name = ${name}`.execute(tx);
        return rows[0]?.name;
      });
    await together(some, (tx, name) => put(tx, { name, amount: 1 }));
    expect(results(await read())).toEqual(some);
    await ctx.pool.query(`alter table things add column later_${some.length} int`);
    expect(results(await read())).toEqual(some);
  });
});
