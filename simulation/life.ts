/** Thrown by a dead process at every step. */
export class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
}

/**
 * One life of the service's process. It dies at a step: between any two operations on the database or calls
 * to a provider, never within one.
 */
export interface Life {
  /** @throws ProcessDied when it dies here, and ever after */
  step(): void;
  isOver(): boolean;
}

/** @param steps until it dies; Infinity: never */
export function makeLife(steps: number): Life {
  let left = steps;
  const isOver = (): boolean => left < 0;
  return {
    isOver,
    step: () => {
      if (!isOver()) left--;
      if (isOver()) throw new ProcessDied();
    },
  };
}
