/** Two of the same: of the document that programs were written for, and of the one after it. */
export interface Pair<T> {
  readonly before: T;
  readonly after: T;
}

/**
 * Who relies on a schema: in what we send, that nothing else comes than was promised; in what we take, that what was
 * taken goes on being taken.
 */
export type Direction = 'sent' | 'taken';
