/** For how long a session of the dashboard lasts, by the settings of the process; what is open already counts too. */
export interface SessionLimits {
  /** Without being used by a person. */
  readonly idle_ms: number;
  /** Since signing in, used or not. */
  readonly total_ms: number;
}

const hour_ms = 60 * 60 * 1000;

/** A working day unused, and a day and a night at most: NIST SP 800-63B section 2.2.3 asks for no more for AAL2. */
export const default_session_hours = { idle: 8, total: 24 };

export function sessionLimits(hours: { readonly idle: number; readonly total: number }): SessionLimits {
  return { idle_ms: hours.idle * hour_ms, total_ms: hours.total * hour_ms };
}
