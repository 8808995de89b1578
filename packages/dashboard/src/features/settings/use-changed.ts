import { useState } from 'react';

/**
 * Keeps what a person changes of saved settings. Everything else follows what is saved, so that a form that was
 * opened earlier does not put back what others have changed meanwhile.
 */
export function useChanged<Values extends object>(saved: Values) {
  const [changed, setChanged] = useState<Partial<Values>>({});
  return {
    shown: { ...saved, ...changed },
    changed,
    change: (values: Partial<Values>): void =>
      setChanged((before) => differing({ ...before, ...values }, saved)),
    /** Forgets what has been saved, unless it was changed again meanwhile. */
    forget: (sent: Partial<Values>): void => setChanged((now) => differing(now, sent)),
  };
}

function differing<Values extends object>(values: Partial<Values>, others: Partial<Values>): Partial<Values> {
  const names = Object.keys(values) as (keyof Values)[];
  return Object.fromEntries(
    names.filter((name) => values[name] !== others[name]).map((name) => [name, values[name]]),
  ) as Partial<Values>;
}
