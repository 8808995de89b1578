import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Connection } from '../../platform/database/connect.ts';
import type { AuditLogTable } from '../../platform/database/tables/staff.ts';
import { type Walk, walkRows } from '../../platform/lists/queries.ts';

export type AuditRow = Selectable<AuditLogTable>;

/** The filters of the audit log; an undefined one is not applied. */
export interface AuditRange {
  readonly author?: string | undefined;
  readonly action?: AuditRow['action'] | undefined;
  readonly object_type?: string | undefined;
  readonly object_id?: string | undefined;
  /** Inclusive. */
  readonly since?: Date | undefined;
  /** Exclusive. */
  readonly until?: Date | undefined;
  /** Only entries older than this one. */
  readonly before?: bigint | undefined;
}

/** Entries written at the same moment may get their times and positions in different orders. */
const slack_ms = 60_000;

/** Returns the position of the first entry at or after a moment, so that the list can be read by position. */
function firstSince(merchant_id: string, at: Date, shift_ms: number): RawBuilder<bigint> {
  return sql<bigint>`(
    select position from audit_log
    where merchant_id = ${merchant_id} and at >= ${new Date(at.getTime() + shift_ms)}
    order by at
    limit 1
  )`;
}

/**
 * Lists entries of the audit log, newest first. The index of the narrowest filter finds them, and the other filters
 * are applied to what it finds.
 */
export function listEntries(
  db: Connection,
  merchant_id: string,
  range: AuditRange,
  limit: number,
): Promise<Walk<AuditRow>> {
  const { author, action, object_type, object_id, since, until, before } = range;
  const narrowing = [
    ...(object_type !== undefined && object_id !== undefined
      ? [sql`object_type = ${object_type} and object_id = ${object_id}`]
      : []),
    ...(author === undefined ? [] : [sql`author_id = ${author}`]),
    ...(object_type === undefined ? [] : [sql`object_type = ${object_type}`]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
  ];
  const indexed = [
    sql`merchant_id = ${merchant_id}`,
    ...narrowing.slice(0, 1),
    ...(since === undefined ? [] : [sql`position >= ${firstSince(merchant_id, since, -slack_ms)}`]),
    ...(until === undefined
      ? []
      : [sql`position < coalesce(${firstSince(merchant_id, until, slack_ms)}, 9223372036854775807)`]),
    ...(before === undefined ? [] : [sql`position < ${before}`]),
  ];
  const others = [
    ...narrowing.slice(1),
    ...(object_id === undefined ? [] : [sql`object_id = ${object_id}`]),
    ...(since === undefined ? [] : [sql`at >= ${since}`]),
    ...(until === undefined ? [] : [sql`at < ${until}`]),
  ];
  const source = sql`select * from audit_log where ${sql.join(indexed, sql` and `)} order by position desc`;
  return walkRows(db, source, others, limit);
}
