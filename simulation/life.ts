/** What a process that has died does from then on: nothing. */
export class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
}

/**
 * One life of the service's process. It dies at a step: between any two things that it does to the database or says to
 * a provider, never within one.
 */
export interface Life {
  /** @throws ProcessDied when this is where it dies, and ever after */
  step(): void;
  isOver(): boolean;
}

/** @param steps after so many it dies; Infinity: never */
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
