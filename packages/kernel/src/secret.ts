const redacted = '[redacted]';

/** A text that must never be shown: printed, logged or serialized it is `[redacted]`. */
export interface Secret {
  /** The text itself, for the one place that needs it. */
  reveal(): string;
  toString(): string;
  toJSON(): string;
}

/** Wraps a secret, so that only {@link Secret.reveal} returns it. */
export function makeSecret(text: string): Secret {
  return {
    reveal: () => text,
    toString: () => redacted,
    toJSON: () => redacted,
    // For console.log and error messages (Node's util.inspect).
    [Symbol.for('nodejs.util.inspect.custom')]: () => redacted,
  } as Secret;
}
