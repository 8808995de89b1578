import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Connection } from '../../platform/database/connect.ts';
import type { AuditLogTable } from '../../platform/database/tables/staff.ts';

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

/** Lists entries of the audit log, newest first. */
export function listEntries(
  db: Connection,
  merchant_id: string,
  { author, action, object_type, object_id, since, until, before }: AuditRange,
  limit: number,
): Promise<AuditRow[]> {
  let query = db.selectFrom('audit_log').selectAll().where('merchant_id', '=', merchant_id);
  if (author !== undefined) query = query.where('author_id', '=', author);
  if (action !== undefined) query = query.where('action', '=', action);
  if (object_type !== undefined) query = query.where('object_type', '=', object_type);
  if (object_id !== undefined) query = query.where('object_id', '=', object_id);
  if (since !== undefined) {
    query = query.where('at', '>=', since).where('position', '>=', firstSince(merchant_id, since, -slack_ms));
  }
  if (until !== undefined) {
    const end = firstSince(merchant_id, until, slack_ms);
    query = query
      .where('at', '<', until)
      .where(sql<boolean>`position < coalesce(${end}, 9223372036854775807)`);
  }
  if (before !== undefined) query = query.where('position', '<', before);
  return query.orderBy('position', 'desc').limit(limit).execute();
}
