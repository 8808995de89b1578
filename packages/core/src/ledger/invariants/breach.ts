/** A rule that does not hold, what it is about, and what was found instead. */
export interface Breach {
  readonly rule: string;
  readonly subject: string;
  readonly detail: string;
}
