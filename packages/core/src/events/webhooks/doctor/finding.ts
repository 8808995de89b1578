/** What is looked at, in this order. */
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

/** What is wrong, in words, and what to do. */
export interface Explanation {
  /** Short and stable, for programs. */
  readonly problem: string;
  readonly detail: string;
  readonly fix: string;
}

/** What one probe has found. */
export interface Finding {
  readonly probe: Probe;
  /** False where webhooks do not get through, or where the shop is not safe. */
  readonly ok: boolean;
  /** null where all is well; beside `ok: true` it is a warning. */
  readonly problem: string | null;
  readonly detail: string;
  /** What to do about the problem; null where there is none. */
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
