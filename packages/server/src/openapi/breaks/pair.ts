/** The same part of two documents: the one that programs were written for, and its successor. */
export interface Pair<T> {
  readonly before: T;
  readonly after: T;
}

/**
 * Direction of a schema. In a response, callers rely on nothing else being sent; in a request, they rely on the
 * same data still being accepted.
 */
export type Direction = 'sent' | 'taken';
