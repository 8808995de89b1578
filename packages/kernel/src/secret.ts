const redacted = '[redacted]';

/** A text that must never be shown: printed, logged or written as JSON it is `[redacted]`. */
export interface Secret {
  /** The text itself, for the one place that needs it. */
  reveal(): string;
  toString(): string;
  toJSON(): string;
}

/** Wraps a secret text, so that only {@link Secret.reveal} gives it out. */
export function makeSecret(text: string): Secret {
  return {
    reveal: () => text,
    toString: () => redacted,
    toJSON: () => redacted,
    // What console.log and error messages show (Node's util.inspect).
    [Symbol.for('nodejs.util.inspect.custom')]: () => redacted,
  } as Secret;
}
