import { equal, has, isA, ok, rejection } from './assert.ts';
import { type Check, each, makeChecks } from './check.ts';
import { failure, fault, page, passing, type Reply, success } from './replies.ts';
import { clientOf, noFetch, order, play } from './stage.ts';
import { type CallOptions, type Guichet, SyncError, TimeoutError } from './subject.ts';

type Caller = (guichet: Guichet, options: CallOptions) => PromiseLike<unknown>;

const callers: Readonly<Record<string, Caller>> = {
  'a POST': (guichet, options) => guichet.checkout.initialize(order, options),
  'a GET': (guichet, options) => guichet.payments.retrieve('pay_1', options),
  'a list': (guichet, options) => guichet.customers.list({}, options),
};

const reason = new Error('changed my mind');

/** Makes a signal that counts its listeners. */
function watchedSignal(): { controller: AbortController; listeners: () => number } {
  const controller = new AbortController();
  const { signal } = controller;
  let count = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  const kept = new Set<unknown>();
  Object.assign(signal, {
    addEventListener: (type: 'abort', listener: () => void, options?: { readonly once?: boolean }) => {
      count = kept.add(listener).size;
      add(type, listener, options);
    },
    removeEventListener: (type: 'abort', listener: () => void) => {
      kept.delete(listener);
      count = kept.size;
      remove(type, listener);
    },
  });
  return { controller, listeners: () => count };
}

/** Aborts the call once its request has arrived. @returns the reason with which the call rejects */
async function stopDuring(
  call: (options: CallOptions) => PromiseLike<unknown>,
  hasBegun: () => Promise<boolean>,
  why: unknown = reason,
): Promise<unknown> {
  const controller = new AbortController();
  const ended = rejection(call({ signal: controller.signal }));
  while (!(await hasBegun())) await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort(why);
  return ended;
}

const before: Record<string, Check['run']> = {
  ...each(
    callers,
    (name) => `${name} with an already aborted signal sends nothing`,
    async (_, call) => {
      equal(await rejection(call(clientOf(noFetch), { signal: AbortSignal.abort(reason) })), reason);
    },
  ),
  'aborting after the call has no effect': async (t) => {
    const stage = await play(t, success({ id: 'pay_1' }));
    const controller = new AbortController();
    const call = stage.client().payments.retrieve('pay_1', { signal: controller.signal });
    equal(await call, { id: 'pay_1' });
    controller.abort(reason);
    equal(await call, { id: 'pay_1' });
  },
};

const moments: Readonly<Record<string, Reply>> = {
  'before the response': fault('never answer'),
  'in the middle of the body': fault('stall after headers'),
  'while the body never ends': fault('endless body'),
};

const during: Record<string, Check['run']> = {
  ...each(
    moments,
    (name) => `an abort ${name} throws its reason and is not retried`,
    async (t, reply) => {
      const stage = await play(t, reply);
      const guichet = stage.client();
      const hasBegun = async () => (await stage.received()).length > 0;
      equal(await stopDuring((options) => guichet.payments.retrieve('pay_1', options), hasBegun), reason);
      equal((await stage.received()).length, 1, 'requests');
    },
  ),
  'aborting ends the wait between two attempts': async (t) => {
    const stage = await play(
      t,
      failure(503, 'unavailable', { headers: { 'retry-after': '25' } }),
      success({}),
    );
    const controller = new AbortController();
    let isWaiting = false;
    const logger = {
      debug: () => undefined,
      warn: () => {
        isWaiting = true;
      },
    };
    const guichet = stage.client({ logger });
    const ended = rejection(guichet.payments.retrieve('pay_1', { signal: controller.signal }));
    while (!isWaiting) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(reason);
    equal(await ended, reason);
    equal((await stage.received()).length, 1, 'requests');
  },
  'aborting without a reason is an AbortError': async (t) => {
    const stage = await play(t, fault('never answer'));
    const controller = new AbortController();
    const ended = rejection(stage.client().payments.retrieve('pay_1', { signal: controller.signal }));
    controller.abort();
    has(await ended, { name: 'AbortError' });
  },
  'a reason may be any value': async (t) => {
    const stage = await play(t, fault('never answer'));
    const hasBegun = async () => (await stage.received()).length > 0;
    equal(
      await stopDuring((options) => stage.client().checkout.initialize(order, options), hasBegun, 'too late'),
      'too late',
    );
  },
  'a timeout signal of the caller does not throw our TimeoutError': async (t) => {
    const stage = await play(t, fault('never answer'));
    const error = await rejection(
      stage.client().payments.retrieve('pay_1', { signal: AbortSignal.timeout(50) }),
    );
    ok(!(error instanceof TimeoutError), 'it is our TimeoutError');
    has(error, { name: 'TimeoutError' });
    equal((await stage.received()).length <= 1, true, 'at most one request');
  },
  'a signal aborts all its calls and no others': async (t) => {
    const stuck = await play(t, fault('never answer'));
    const free = await play(t, success({ id: 'pay_1' }));
    const controller = new AbortController();
    const { signal } = controller;
    const ended = ['pay_1', 'pay_2'].map((id) => rejection(stuck.client().payments.retrieve(id, { signal })));
    const other = free.client().payments.retrieve('pay_1', { signal: new AbortController().signal });
    controller.abort(reason);
    equal(await Promise.all(ended), [reason, reason]);
    equal(await other, { id: 'pay_1' });
  },
  'aborts and timeouts also end the request itself': async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const guichet = clientOf((_, { signal }) => {
      signals.push(signal);
      return new Promise<never>(() => undefined);
    });
    const controller = new AbortController();
    const ended = rejection(guichet.payments.retrieve('pay_1', { signal: controller.signal }));
    controller.abort(reason);
    await ended;
    await rejection(guichet.payments.retrieve('pay_1', { timeout: 20, maxRetries: 0 }));
    equal(
      signals.map((signal) => signal?.aborted),
      [true, true],
    );
  },
  'a fetch that ignores the signal is still aborted': async () => {
    const guichet = clientOf(() => new Promise<never>(() => undefined));
    const controller = new AbortController();
    const ended = rejection(guichet.payments.retrieve('pay_1', { signal: controller.signal }));
    controller.abort(reason);
    equal(await ended, reason);
  },
  'a fetch that ignores the signal still times out': async () => {
    const guichet = clientOf(() => new Promise<never>(() => undefined), { timeout: 50, maxRetries: 0 });
    isA(await rejection(guichet.payments.retrieve('pay_1')), TimeoutError);
  },
};

const endings: Readonly<Record<string, Reply>> = {
  'a success': success({}),
  'a failure': failure(404, 'payment_not_found'),
  'a broken connection': fault('drop'),
  'a timeout': fault('never answer'),
};

const lists: Record<string, Check['run']> = {
  ...each(
    endings,
    (name) => `no listener remains on the signal after ${name}`,
    async (t, reply) => {
      const stage = await play(t, passing(), reply);
      const { controller, listeners } = watchedSignal();
      const options = { signal: controller.signal, timeout: 1_000, maxRetries: 1 };
      await stage
        .client()
        .payments.retrieve('pay_1', options)
        .catch((error: unknown) => ok(error instanceof Error, 'it must be one of the failures'));
      equal(listeners(), 0, 'listeners');
    },
  ),
  'no listener remains on the signal after an abort': async (t) => {
    const stage = await play(t, fault('never answer'));
    const { controller, listeners } = watchedSignal();
    const ended = rejection(stage.client().payments.retrieve('pay_1', { signal: controller.signal }));
    controller.abort(reason);
    equal(await ended, reason);
    equal(listeners(), 0, 'listeners');
  },
  'a list that is aborted between two items requests no more pages': async (t) => {
    const stage = await play(t, page([{ id: 'cus_1' }], 'c1'), page([{ id: 'cus_2' }], null));
    const controller = new AbortController();
    const read = async () => {
      for await (const _ of stage.client().customers.list({}, { signal: controller.signal })) {
        controller.abort(reason);
      }
    };
    equal(await rejection(read()), reason);
    equal((await stage.received()).length, 1, 'requests');
  },
  'an aborted events.sync reports its cursor': async (t) => {
    const stage = await play(t, page([{ id: 'evt_1' }, { id: 'evt_2' }, { id: 'evt_3' }], null));
    const controller = new AbortController();
    const seen: string[] = [];
    const handler = ({ id }: { id: string }) => {
      seen.push(id);
      if (id === 'evt_2') controller.abort(reason);
    };
    const error = await rejection(stage.client().events.sync(null, handler, { signal: controller.signal }));
    isA(error, SyncError);
    has(error, { cursor: 'evt_2', cause: reason });
    equal(seen, ['evt_1', 'evt_2']);
  },
};

export const abort: readonly Check[] = makeChecks('abort', { ...before, ...during, ...lists });
