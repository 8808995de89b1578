import pg from 'pg';
import {
  dropIndexes,
  insertCustomers,
  insertPayments,
  insertShops,
  prepareLoading,
  type Shops,
} from './fill/queries.ts';
import { insertDeliveries, insertLogs, insertPayoutsOf, rollUp } from './rest/queries.ts';

/** The number of payments per transaction: enough to be quick, few enough to hold in memory. */
const chunk = 100_000;
/** The parallel connections that insert rows: one for each core of a small server. */
const writers = 2;

/** Returns the number of rows of each kind that belong to the given number of payments. */
export function countsFor(payments: number) {
  return {
    payments,
    customers: Math.ceil(payments / 10),
    payouts: Math.ceil(payments / 25),
    changes: Math.ceil(payments / 25),
    requests: Math.ceil(payments / 10),
  };
}

/**
 * Fills a database of the service with a year of payments, and with the other rows that the service would have
 * written. Tables are not analysed, as after a restore. Random values are not seeded: two runs differ in their
 * rows, not in their distribution.
 */
export async function fillDatabase(database_url: string, shops: Shops, payments: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: writers }, () => openForLoading(database_url)));
  const [first] = clients;
  if (!first) throw new Error('there is no connection to write with');
  const counts = countsFor(payments);
  const until = new Date();
  await insertShops(first, shops);
  const customers = Math.ceil(counts.customers / (shops.are_even ? shops.others.length + 1 : 1));
  const indexes = await dropIndexes(first);
  await insertCustomers(first, shops, customers);
  const starts = Array.from({ length: Math.ceil(payments / chunk) }, (_, index) => index * chunk);
  await eachInTurn(clients, starts, (client, from) =>
    insertPayments(client, shops, {
      ...{ total: payments, from, to: Math.min(from + chunk, payments), until },
      customers,
    }),
  );
  await insertPayoutsOf(first, shops.main, counts.payouts, until);
  await insertDeliveries(first, shops.main);
  await insertLogs(first, shops.main, counts);
  await rollUp(first);
  await eachInTurn(clients, indexes, async (client, statement) => {
    await client.query(statement);
  });
  for (const client of clients) await client.end();
}

async function openForLoading(database_url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database_url });
  await client.connect();
  await prepareLoading(client);
  return client;
}

/** Distributes the items over the clients: each takes the next item as soon as it has finished one. */
async function eachInTurn<Item>(
  clients: readonly pg.Client[],
  items: readonly Item[],
  work: (client: pg.Client, item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const takeAll = async (client: pg.Client): Promise<void> => {
    for (const item of rest) await work(client, item);
  };
  await Promise.all(clients.map(takeAll));
}
