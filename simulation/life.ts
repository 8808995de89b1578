/** Thrown at every step of a process that has died. */
export class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
}

/**
 * A process of the service, from its start to its death. It is killed or suspended between two steps, never
 * within one.
 */
export interface Life {
  /** The name in the trace and in the queue's locks. */
  readonly name: string;
  isOver(): boolean;
  /** @throws ProcessDied */
  requireAlive(): void;
  /** Kills the process. */
  end(): void;
  /** Suspends the process until a time. */
  freeze(until_ms: number): void;
  frozen_until_ms(): number;
  /** Applies the faults of a step. @throws ProcessDied if the process dies there */
  meet(what: string): void;
}

/**
 * Makes a process that has just started. @param onStep called at each step; it may suspend or kill the
 * process
 */
export function makeLife(name: string, onStep: (life: Life, what: string) => void): Life {
  let is_over = false;
  let until_ms = 0;
  const requireAlive = (): void => {
    if (is_over) throw new ProcessDied(name);
  };
  const life: Life = {
    name,
    isOver: () => is_over,
    requireAlive,
    end: () => {
      is_over = true;
    },
    freeze: (to_ms) => {
      until_ms = Math.max(until_ms, to_ms);
    },
    frozen_until_ms: () => until_ms,
    meet: (what) => {
      requireAlive();
      onStep(life, what);
      requireAlive();
    },
  };
  return life;
}
