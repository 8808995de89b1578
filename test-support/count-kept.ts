import { EventEmitter } from 'node:events';
import { Session } from 'node:inspector/promises';

interface Counts {
  /** Timers in memory: the running ones, and the finished ones that are still referenced. */
  readonly timers: number;
  /** Listeners of all emitters and abort signals. */
  readonly listeners: number;
}

/** The contents of this process's memory after a full garbage collection. */
export interface Kept extends Counts {
  readonly heap_bytes: number;
}

const group = { objectGroup: 'kept' };

/**
 * Collects all garbage, and counts what is left through the inspector of this process, which does not listen
 * on the network. The process is blocked in the meantime.
 */
export async function countKept(): Promise<Kept> {
  const session = new Session();
  session.connect();
  const unmark = mark();
  try {
    const expression = `Object.getPrototypeOf(process.getBuiltinModule('node:events').EventEmitter.prototype)`;
    const { result: marked } = await session.post('Runtime.evaluate', { expression, ...group });
    // The type declarations lack the group.
    const query = { prototypeObjectId: marked.objectId ?? '', ...group };
    // This query collects garbage first.
    const { objects } = await session.post('Runtime.queryObjects', query);
    const { heapUsed: heap_bytes } = process.memoryUsage();
    const { result } = await session.post('Runtime.callFunctionOn', {
      functionDeclaration: countAll.toString(),
      objectId: objects.objectId ?? '',
      returnByValue: true,
    });
    return { heap_bytes, ...(result.value as Counts) };
  } finally {
    await session.post('Runtime.releaseObjectGroup', group);
    unmark();
    session.disconnect();
  }
}

/**
 * Gives all counted objects a common prototype, so that one walk through memory finds them instead of three.
 */
function mark(): () => void {
  const timer = setTimeout(() => undefined);
  clearTimeout(timer);
  const roots = [EventEmitter.prototype, EventTarget.prototype, Object.getPrototypeOf(timer)];
  const marker = {};
  for (const root of roots) Object.setPrototypeOf(root, marker);
  return () => {
    for (const root of roots) Object.setPrototypeOf(root, Object.prototype);
  };
}

/** Runs in the inspector on the list of found objects, so it may not refer to anything in this module. */
function countAll(this: readonly object[]): Counts {
  const events = process.getBuiltinModule('node:events');
  const timer = setTimeout(() => undefined);
  clearTimeout(timer);
  const of_timers = Object.getPrototypeOf(timer);
  let timers = 0;
  let listeners = 0;
  for (const one of this) {
    // The list includes prototypes, which have no state.
    if (Object.hasOwn(one, 'constructor')) continue;
    if (Object.getPrototypeOf(one) === of_timers) timers++;
    else if (one instanceof AbortSignal) listeners += events.getEventListeners(one, 'abort').length;
    else if (one instanceof events.EventEmitter && Object.hasOwn(one, '_events'))
      for (const name of events.EventEmitter.prototype.eventNames.call(one))
        listeners += one.listenerCount(name);
  }
  return { timers, listeners };
}
