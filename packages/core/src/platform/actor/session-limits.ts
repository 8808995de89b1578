/** The lifetime of dashboard sessions, a setting of the process. A change also applies to existing sessions. */
export interface SessionLimits {
  /** The time without activity after which a session ends. */
  readonly idle_ms: number;
  /** The time after signing in at which a session ends, even if it is in use. */
  readonly total_ms: number;
}

const hour_ms = 60 * 60 * 1000;

/**
 * A working day without activity, and 24 hours in total. NIST SP 800-63B-4 section 2.2.3 recommends a shorter
 * inactivity timeout at AAL2, see docs/security/threat-model.md.
 */
export const default_session_hours = { idle: 8, total: 24 };

export function sessionLimits(hours: { readonly idle: number; readonly total: number }): SessionLimits {
  return { idle_ms: hours.idle * hour_ms, total_ms: hours.total * hour_ms };
}
