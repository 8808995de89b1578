/** The result of one check of the service's doctor. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  /** The finding, and how to fix it if it is wrong. */
  readonly detail: string;
}
