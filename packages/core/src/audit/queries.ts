import type { Selectable } from 'kysely';
import type { Connection } from '../database/connect.ts';
import type { AuditLogTable } from '../database/tables/staff.ts';

export type AuditRow = Selectable<AuditLogTable>;

/** Which entries. What is undefined does not narrow the list. */
export interface AuditRange {
  readonly author?: string | undefined;
  readonly action?: AuditRow['action'] | undefined;
  readonly object_type?: string | undefined;
  readonly object_id?: string | undefined;
  /** From this moment on. */
  readonly since?: Date | undefined;
  /** Before this moment. */
  readonly until?: Date | undefined;
  /** Older than this entry. */
  readonly before?: bigint | undefined;
}

/** Newest first. */
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
  if (since !== undefined) query = query.where('at', '>=', since);
  if (until !== undefined) query = query.where('at', '<', until);
  if (before !== undefined) query = query.where('position', '<', before);
  return query.orderBy('position', 'desc').limit(limit).execute();
}
