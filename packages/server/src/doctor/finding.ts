/** The result of one check of the service's doctor. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  /** Description of the result; if the check failed, also how to fix the cause. */
  readonly detail: string;
}
