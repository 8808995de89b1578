import type { Generated } from 'kysely';

/** A secret that all processes share, and that a backup of the database includes. */
export interface InstallationSecretTable {
  name: string;
  secret_sealed: string;
}

/** The PostgreSQL server to which the processes were last connected; one row. */
export interface InstallationTable {
  only_row: Generated<boolean>;
  /** The same in every copy of the database. */
  id: string;
  /** Null if the role may not read it. */
  system_identifier: string | null;
  timeline: number | null;
  /**
   * Whether commits waited for a standby. If so, no commits are lost when a standby is promoted (a new timeline).
   */
  synchronous: boolean;
  seen_at: Date;
}

/**
 * A period in which, according to this database, no process saw it. If a process remembers a time within the
 * period, it saw a later state of the database, which is lost. Deleted when a recovery begins.
 */
export interface UnseenPeriodTable {
  began_at: Date;
  ended_at: Date;
}

/**
 * The reason to assume that data is missing: a different PostgreSQL server, a promoted asynchronous standby, a
 * database that is older than one seen before, or a person's report.
 */
export const recovery_reasons = ['other_server', 'other_timeline', 'older', 'requested'] as const;
export type RecoveryReason = (typeof recovery_reasons)[number];

/** A period in which nothing is sent, because the database may lack earlier commits. */
export interface RecoveryTable {
  id: Generated<bigint>;
  reason: RecoveryReason;
  /** The time from which data may be missing. */
  lost_since: Date;
  began_at: Date;
  began_by: string;
  /** The time when the status inquiries about all open objects were complete. */
  looked_at: Date | null;
  opened_at: Date | null;
  opened_by: string | null;
  /** New events get higher sequence numbers than this, because lower ones may belong to lost events. */
  lost_sequence: Generated<number>;
}

/** An open object to which the result of a status inquiry was applied during a recovery. */
export interface RecoveryInquiryTable {
  recovery_id: bigint;
  merchant_id: string;
  object_id: string;
}
