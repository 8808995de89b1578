/** A broken rule, its subject and what was found. */
export interface Breach {
  readonly rule: string;
  readonly subject: string;
  readonly detail: string;
}
