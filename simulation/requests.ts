import { AppError } from '@guichet/kernel/errors';
import { act, calm } from './act.ts';
import { InjectedFault } from './mortal-pool.ts';
import type { Action } from './plan.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';

/** The delays after which a request with a key is repeated: after an error, and after no response. */
const again_ms = 5_000;
const silence_ms = 20_000;
const tries_max = 12;

interface Request {
  readonly action: Action;
  readonly at_ms: number;
  readonly tries: number;
}

/**
 * The requests of people: those with a key are repeated until they get a response, from whichever process is running.
 */
export function makeRequests(scene: Scene, stage: Stage, start_ms: number) {
  const { timeline, scheduler, fleet } = scene;
  let due: Request[] = stage.plan.actions.flatMap((action) => {
    const times = action.kind === 'payout' ? action.times : action.kind === 'pay' ? action.clicks : 1;
    return Array.from({ length: times }, () => ({ action, at_ms: start_ms + action.at_ms, tries: 0 }));
  });
  const again = (request: Request, after_ms: number): void => {
    const { action, tries } = request;
    const is_repeated = keyOf(action) !== null || action.kind === 'resolve' || action.kind === 'reverse';
    if (!is_repeated || tries >= tries_max) return;
    scene.count(`again: ${action.kind}`);
    const at_ms = timeline.now().getTime() + after_ms;
    due = [...due, { action, at_ms, tries: tries + 1 }].toSorted((left, right) => left.at_ms - right.at_ms);
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
        const is_expected =
          life.isOver() ||
          error instanceof InjectedFault ||
          (error instanceof AppError && keyOf(action) !== null);
        if (!is_expected) throw error;
        if (end()) again(request, again_ms);
      }
    }, life);
  };
  return {
    nextAt: () => due[0]?.at_ms ?? null,
    start: () => {
      const now_ms = timeline.now().getTime();
      const now = due.filter(({ at_ms }) => at_ms <= now_ms);
      due = due.filter(({ at_ms }) => at_ms > now_ms);
      for (const request of now) send(request);
    },
  };
}

const keyOf = (action: Action): string | null => ('key' in action ? action.key : null);
