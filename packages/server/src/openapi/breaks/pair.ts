/** The same part of two documents: the one that programs were written for, and its successor. */
export interface Pair<T> {
  readonly before: T;
  readonly after: T;
}

/**
 * Direction of a schema: receivers of what we send rely on nothing else being sent, and senders of what we take rely on
 * it still being accepted.
 */
export type Direction = 'sent' | 'taken';
