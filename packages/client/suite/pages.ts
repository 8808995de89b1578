import { equal, has, isA, matches, rejection } from './assert.ts';
import { type Check, each, makeChecks } from './check.ts';
import { type AnswerReply, failure, page, passing, type Received, success } from './replies.ts';
import { clientOf, noFetch, play, type Stage } from './stage.ts';
import { AuthenticationError, type Guichet, GuichetError, responseOf, ValidationError } from './subject.ts';

interface Item {
  readonly id: string;
}

/** Makes items with only the fields that these checks read. */
const items = (...ids: readonly string[]): readonly Item[] => ids.map((id) => ({ id }));

const three: readonly [AnswerReply, ...AnswerReply[]] = [
  page(items('a', 'b'), 'c1'),
  page(items('c', 'd'), 'c2'),
  page(items('e'), null),
];

const paths = async (stage: Stage): Promise<readonly string[]> =>
  (await stage.received()).map(({ path }: Received) => path);

async function idsOf(list: AsyncIterable<Item>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of list) ids.push(id);
  return ids;
}

/** Reads up to and including an item. */
async function readUntil(list: AsyncIterable<Item>, last: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of list) {
    ids.push(id);
    if (id === last) break;
  }
  return ids;
}

/** Item at which reading stops, and the number of requests. */
const stops: Readonly<Record<string, readonly [string, number]>> = {
  'at the first item': ['a', 1],
  'at the last item of a page': ['b', 1],
  'in the second page': ['c', 2],
  'at the very last item': ['e', 3],
};

/** Number of items wanted, items returned, and number of requests. */
const limits: Readonly<Record<string, readonly [number, readonly string[], number]>> = {
  nothing: [0, [], 0],
  'inside a page': [1, ['a'], 1],
  'a whole page': [2, ['a', 'b'], 1],
  'into the next page': [3, ['a', 'b', 'c'], 2],
  'more than there are': [100, ['a', 'b', 'c', 'd', 'e'], 3],
};

const nouns: Readonly<Record<string, readonly [(guichet: Guichet) => AsyncIterable<unknown>, string]>> = {
  'customers.list': [
    (guichet) => guichet.customers.list({ country: 'CI' }),
    '/v1/customers?country=CI&cursor=c1',
  ],
  'operators.list': [
    (guichet) => guichet.operators.list({ country: 'CI' }),
    '/v1/operators?country=CI&cursor=c1',
  ],
  'balances.list': [(guichet) => guichet.balances.list(), '/v1/balances?cursor=c1'],
  'events.list': [(guichet) => guichet.events.list({ limit: 2 }), '/v1/events?limit=2&after=c1'],
};

const items_by_item: Record<string, Check['run']> = {
  ...each(
    nouns,
    (name) => `${name} requests the next page with its own parameters`,
    async (t, [list, path]) => {
      const stage = await play(t, page(items('a'), 'c1'), page(items('b'), null));
      equal(await idsOf(list(stage.client()) as AsyncIterable<Item>), ['a', 'b']);
      equal((await paths(stage))[1], path);
    },
  ),
  ...each(
    stops,
    (name) => `stopping ${name} requests no further page`,
    async (t, [last, requests]) => {
      const stage = await play(t, ...three);
      await readUntil(stage.client().customers.list(), last);
      equal((await paths(stage)).length, requests, 'requests');
    },
  ),
  ...each(
    limits,
    (name) => `toArray of ${name}`,
    async (t, [limit, expected, requests]) => {
      const stage = await play(t, ...three);
      const found = await stage.client().customers.list().toArray({ limit });
      equal(
        found.map(({ id }) => id),
        expected,
      );
      equal((await paths(stage)).length, requests, 'requests');
    },
  ),
  'three pages are one list, in order': async (t) => {
    const stage = await play(t, ...three);
    equal(await idsOf(stage.client().customers.list()), ['a', 'b', 'c', 'd', 'e']);
    equal(await paths(stage), ['/v1/customers', '/v1/customers?cursor=c1', '/v1/customers?cursor=c2']);
  },
  'the filter stays on every page': async (t) => {
    const stage = await play(t, ...three);
    await idsOf(stage.client().customers.list({ country: 'CI', limit: 2, cursor: 'c0' }));
    equal(await paths(stage), [
      '/v1/customers?country=CI&limit=2&cursor=c0',
      '/v1/customers?country=CI&limit=2&cursor=c1',
      '/v1/customers?country=CI&limit=2&cursor=c2',
    ]);
  },
  'an empty list has no items': async (t) => {
    const stage = await play(t, page([], null));
    equal(await idsOf(stage.client().customers.list()), []);
    equal((await paths(stage)).length, 1, 'requests');
  },
  'an empty page in the middle is skipped': async (t) => {
    const stage = await play(t, page(items('a'), 'c1'), page([], 'c2'), page(items('b'), null));
    equal(await idsOf(stage.client().customers.list()), ['a', 'b']);
  },
  'an empty page at the end adds no items': async (t) => {
    const stage = await play(t, page(items('a'), 'c1'), page([], null));
    equal(await idsOf(stage.client().customers.list()), ['a']);
  },
  'a page that names itself as the next ends in an error': async (t) => {
    const stage = await play(t, page(items('a'), 'c1'));
    const error = await rejection(idsOf(stage.client().customers.list()));
    isA(error, GuichetError);
    equal((await paths(stage)).length, 2, 'requests');
  },
  'an error on the second page comes after the items of the first': async (t) => {
    const stage = await play(t, page(items('a', 'b'), 'c1'), failure(422, 'invalid_fields'));
    const seen: string[] = [];
    const read = async () => {
      for await (const { id } of stage.client().customers.list()) seen.push(id);
    };
    isA(await rejection(read()), ValidationError);
    equal(seen, ['a', 'b']);
  },
  'a page with a transient failure is retried': async (t) => {
    const stage = await play(t, page(items('a'), 'c1'), passing(), page(items('b'), null));
    equal(await idsOf(stage.client().customers.list()), ['a', 'b']);
    equal(await paths(stage), ['/v1/customers', '/v1/customers?cursor=c1', '/v1/customers?cursor=c1']);
  },
  'options of the call apply to every page': async (t) => {
    const stage = await play(t, ...three);
    await idsOf(stage.client().customers.list({}, { headers: { 'x-trace': 'abc' } }));
    const traces = (await stage.received()).map(({ headers }) => headers['x-trace']);
    equal(traces, ['abc', 'abc', 'abc']);
  },
};

const readings: Record<string, Check['run']> = {
  'nothing is requested before the list is read': () => {
    const guichet = clientOf(noFetch);
    for (const list of [guichet.customers.list(), guichet.events.list()]) list[Symbol.asyncIterator]();
  },
  'a failing list that is not read causes no error': async () => {
    // An unhandled rejection would end the run.
    clientOf(noFetch).customers.list();
    await new Promise((resolve) => setTimeout(resolve, 0));
  },
  'concurrent next() calls return the items in order and request each page once': async (t) => {
    const stage = await play(t, ...three);
    const iterator = stage.client().customers.list()[Symbol.asyncIterator]();
    const results = await Promise.all([1, 2, 3, 4, 5, 6].map(() => iterator.next()));
    equal(
      results.map(({ value, done }) => (done ? 'done' : value.id)),
      ['a', 'b', 'c', 'd', 'e', 'done'],
    );
    equal((await paths(stage)).length, 3, 'requests');
  },
  'return() ends the list': async (t) => {
    const stage = await play(t, ...three);
    const iterator = stage.client().customers.list()[Symbol.asyncIterator]();
    equal((await iterator.next()).value, { id: 'a' });
    await iterator.return();
    equal((await iterator.next()).done, true);
    equal((await paths(stage)).length, 1, 'requests');
  },
  'a second iteration starts from the beginning': async (t) => {
    const stage = await play(t, page(items('a'), null), page(items('a', 'b'), null));
    const list = stage.client().customers.list();
    equal([await idsOf(list), await idsOf(list)], [['a'], ['a', 'b']]);
  },
  'pages() yields the pages as received': async (t) => {
    const stage = await play(t, ...three);
    const cursors: (string | null)[] = [];
    for await (const { next_cursor } of stage.client().customers.list().pages()) cursors.push(next_cursor);
    equal(cursors, ['c1', 'c2', null]);
  },
  'leaving pages() requests no more pages': async (t) => {
    const stage = await play(t, ...three);
    for await (const { next_cursor } of stage.client().customers.list().pages()) {
      if (next_cursor === 'c2') break;
    }
    equal((await paths(stage)).length, 2, 'requests');
  },
  'await returns only the first page': async (t) => {
    const stage = await play(t, ...three);
    const first = await stage.client().customers.list();
    equal(first as unknown, { items: items('a', 'b'), next_cursor: 'c1' });
    equal((await paths(stage)).length, 1, 'requests');
  },
  'the cursor of a page resumes after it': async (t) => {
    const stage = await play(t, ...three);
    const { customers } = stage.client();
    const { next_cursor } = await customers.list();
    equal(await idsOf(customers.list({ cursor: next_cursor ?? '' })), ['c', 'd', 'e']);
  },
  'lists can be awaited together': async (t) => {
    const stage = await play(t, page(items('a'), null));
    const guichet = stage.client();
    const pages = await Promise.all([guichet.customers.list(), guichet.operators.list()]);
    equal(
      pages.map(({ items: { length } }) => length),
      [1, 1],
    );
  },
  'a failing list rejects when it is awaited': async (t) => {
    const stage = await play(t, failure(401, 'revoked_api_key'));
    isA(await rejection(stage.client().customers.list()), AuthenticationError);
  },
  'responseOf returns the details of a page': async (t) => {
    const stage = await play(t, ...three);
    has(responseOf(await stage.client().customers.list()), { requestId: 'req_1', status: 200 });
  },
};

const sync: Record<string, Check['run']> = {
  'sync passes every event in order and returns the new cursor': async (t) => {
    const stage = await play(t, ...three);
    const seen: string[] = [];
    equal(await stage.client().events.sync('z', ({ id }) => seen.push(id)), 'e');
    equal(seen, ['a', 'b', 'c', 'd', 'e']);
    equal(await paths(stage), [
      '/v1/events?after=z&limit=100',
      '/v1/events?after=c1&limit=100',
      '/v1/events?after=c2&limit=100',
    ]);
  },
  'sync from null begins at the first event': async (t) => {
    const stage = await play(t, page(items('a'), null));
    equal(await stage.client().events.sync(null, () => undefined), 'a');
    equal(await paths(stage), ['/v1/events?limit=100']);
  },
  'sync without new events returns the given cursor': async (t) => {
    const stage = await play(t, page([], null));
    equal(await stage.client().events.sync('z', () => undefined), 'z');
    equal(await stage.client().events.sync(null, () => undefined), null);
  },
  'sync waits for the handler before the next event': async (t) => {
    const stage = await play(t, ...three);
    const story: string[] = [];
    await stage.client().events.sync(null, async ({ id }) => {
      story.push(`${id} begins`);
      await new Promise((resolve) => setTimeout(resolve, 1));
      story.push(`${id} ends`);
    });
    equal(story.slice(0, 4), ['a begins', 'a ends', 'b begins', 'b ends']);
    equal(story.length, 10, 'lines of the story');
  },
  'sync reports its cursor when the handler throws, and resumes there': async (t) => {
    const stage = await play(t, ...three);
    const cause = new Error('the database is down');
    const error = await rejection(
      stage.client().events.sync(null, ({ id }) => {
        if (id === 'd') throw cause;
      }),
    );
    has(error, { name: 'SyncError', cursor: 'c', cause });
    matches((error as Error).message, 'c');
    const rest = await play(t, page(items('d', 'e'), null));
    equal(await rest.client().events.sync((error as { cursor: string }).cursor, () => undefined), 'e');
    equal(await paths(rest), ['/v1/events?after=c&limit=100']);
  },
  'sync reports its cursor when the handler rejects': async (t) => {
    const stage = await play(t, ...three);
    const cause = new Error('the database is down');
    has(await rejection(stage.client().events.sync('z', () => Promise.reject(cause))), {
      cursor: 'z',
      cause,
    });
  },
  'sync reports its cursor when the second page fails': async (t) => {
    const stage = await play(t, page(items('a', 'b'), 'c1'), failure(401, 'revoked_api_key'));
    const error = await rejection(stage.client().events.sync(null, () => undefined));
    has(error, { name: 'SyncError', cursor: 'b' });
    isA((error as Error).cause, AuthenticationError);
  },
  'sync that fails at once reports the given cursor': async (t) => {
    const stage = await play(t, failure(401, 'revoked_api_key'));
    has(await rejection(stage.client().events.sync('z', () => undefined)), { cursor: 'z' });
  },
  'an event with an unknown name is passed on': async (t) => {
    const event = { id: 'evt_1', event: 'wallet.filled', data: { colour: 'blue' } };
    const stage = await play(t, success({ items: [event], next_cursor: null }));
    const seen: unknown[] = [];
    await stage.client().events.sync(null, (one) => seen.push(one));
    equal(seen, [event]);
  },
};

export const pages: readonly Check[] = makeChecks('pages', { ...items_by_item, ...readings, ...sync });
