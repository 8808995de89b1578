/** What the service's doctor says about one thing. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  /** What was found, and what to do where it is not right. */
  readonly detail: string;
}
