import { AppError } from '@guichet/kernel/errors';
import { act, calm } from './act.ts';
import { InjectedFault } from './mortal-pool.ts';
import type { Action } from './plan.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';

/**
 * The delays before a request with a key is repeated: after an error response, and when there is no response.
 */
const again_ms = 5_000;
const silence_ms = 20_000;
/** The delay that a recovering service asks for. */
const closed_ms = 60_000;
const tries_max = 12;
/** Actions that people repeat although these requests have no key. */
const repeated: readonly Action['kind'][] = [
  'resolve',
  'settle',
  'reverse',
  'turn',
  'rotate',
  'revoke',
  'statement',
  'rotate_secret',
  'switch_off',
  'switch_on',
  'resend',
];

interface Request {
  readonly action: Action;
  readonly at_ms: number;
  readonly tries: number;
}

/** Requests in the order of their times. */
function makeQueue(actions: readonly Action[], start_ms: number) {
  let due: Request[] = actions.flatMap((action) => {
    const times = action.kind === 'payout' ? action.times : action.kind === 'pay' ? action.clicks : 1;
    return Array.from({ length: times }, () => ({ action, at_ms: start_ms + action.at_ms, tries: 0 }));
  });
  return {
    nextAt: () => due[0]?.at_ms ?? null,
    add: (more: readonly Request[]): void => {
      due = [...due, ...more].toSorted((left, right) => left.at_ms - right.at_ms);
    },
    take: (now_ms: number): Request[] => {
      const now = due.filter(({ at_ms }) => at_ms <= now_ms);
      due = due.filter(({ at_ms }) => at_ms > now_ms);
      return now;
    },
  };
}

/** Makes the requests of people, and repeats those with a key until a process responds. */
export function makeRequests(scene: Scene, stage: Stage, start_ms: number) {
  const { timeline, scheduler, fleet } = scene;
  const now_ms = (): number => timeline.now().getTime();
  const queue = makeQueue(stage.plan.actions, start_ms);
  /** The first sending of each request, with its time. */
  const sent: Request[] = [];
  const again = (request: Request, after_ms: number): void => {
    const { action, tries } = request;
    const is_repeated = keyOf(action) !== null || repeated.includes(action.kind) || after_ms === closed_ms;
    if (!is_repeated || tries >= tries_max) return;
    scene.count(`again: ${action.kind}`);
    queue.add([{ action, at_ms: now_ms() + after_ms, tries: tries + 1 }]);
  };
  const send = (request: Request): void => {
    const { action } = request;
    if (action.kind === 'calm') {
      calm(scene);
      return;
    }
    const service = fleet.pick();
    if (!service) {
      scene.count(`nobody there: ${action.kind}`);
      again(request, again_ms);
      return;
    }
    const { ctx, life } = service;
    let is_over = false;
    const end = (): boolean => {
      const was_over = is_over;
      is_over = true;
      return !was_over;
    };
    timeline.after(silence_ms, () => {
      if (end()) again(request, 0);
    });
    scheduler.spawn(async () => {
      try {
        await act(ctx, stage, action);
        await scheduler.turn(life, `answer to ${action.kind}`);
        end();
      } catch (error) {
        const is_closed = error instanceof AppError && error.code === 'recovering';
        if (!life.isOver() && !is_closed && !isExpected(error, action)) throw error;
        if (end()) again(request, is_closed ? closed_ms : again_ms);
      }
    }, life);
  };
  return {
    nextAt: queue.nextAt,
    start: () => {
      for (const request of queue.take(now_ms())) {
        if (request.tries === 0) sent.push(request);
        send(request);
      }
    },
    /**
     * Repeats, after a loss, the requests with a key, the payments and the approvals that were sent since the
     * copy was made. Their order and the pauses between them are the same as before.
     */
    repeat: (since_ms: number) => {
      const later_ms = now_ms() + again_ms - since_ms;
      const lost = sent.filter(({ action, at_ms }) => at_ms >= since_ms && isRepeatable(action));
      queue.add(lost.map(({ action, at_ms }) => ({ action, at_ms: at_ms + later_ms, tries: 1 })));
    },
  };
}

/** True for an injected fault, and for a refusal after which a caller with a key repeats the request. */
const isExpected = (error: unknown, action: Action): boolean =>
  error instanceof InjectedFault || (error instanceof AppError && keyOf(action) !== null);

const keyOf = (action: Action): string | null => ('key' in action ? action.key : null);

const isRepeatable = (action: Action): boolean =>
  keyOf(action) !== null || action.kind === 'pay' || action.kind === 'approve';
