/** The probes, in this order. */
export type Probe =
  | 'endpoint'
  | 'address'
  | 'name'
  | 'connection'
  | 'certificate'
  | 'answer'
  | 'wrong_signature'
  | 'missing_signature'
  | 'unusual_json'
  | 'old_timestamp'
  | 'whole_body';

/** The description of a problem, and its remedy. */
export interface Explanation {
  /** A short, stable code for programs. */
  readonly problem: string;
  readonly detail: string;
  readonly fix: string;
}

/** The result of a probe. */
export interface Finding {
  readonly probe: Probe;
  /** False when webhooks do not arrive, or when the receiver is not safe. */
  readonly ok: boolean;
  /** Null when all is well. A problem that is set although `ok` is true is only a warning. */
  readonly problem: string | null;
  readonly detail: string;
  /** The remedy; null without a problem. */
  readonly fix: string | null;
}

export function fine(probe: Probe, detail: string): Finding {
  return { probe, ok: true, problem: null, detail, fix: null };
}

export function warning(probe: Probe, explanation: Explanation): Finding {
  return { probe, ok: true, ...explanation };
}

export function wrong(probe: Probe, explanation: Explanation): Finding {
  return { probe, ok: false, ...explanation };
}
