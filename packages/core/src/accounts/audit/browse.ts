import { timestampText } from '@guichet/kernel/clock';
import { documented } from '@guichet/kernel/documented';
import { moment_form } from '@guichet/kernel/forms';
import { problem } from '@guichet/kernel/problem';
import { makeReadQuery } from '@guichet/kernel/query';
import Type, { type Static } from 'typebox';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { momentProblem } from '../../platform/lists/moment.ts';
import { cutWalk, Limit, limit_default, SearchedPage } from '../../platform/lists/page.ts';
import { type Cell, writeCsv } from '../../platform/lists/write-csv.ts';
import { type AuditRange, type AuditRow, listEntries } from './queries.ts';

/** The maximum number of rows that an export holds in memory. */
const export_page = 1000;

const Values = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]);

/** One change of a merchant's settings, team or keys, by a person, a command or the service. */
export const AuditEntry = Type.Object({
  id: Type.String({ description: 'Id of the entry; newer entries have higher ids.' }),
  at: Type.String(),
  author: Type.Object({
    kind: Type.Enum(['staff', 'command', 'service'], {
      description: 'A member of staff, a command of the operator of the service, or the service itself.',
    }),
    id: Type.Union([Type.String(), Type.Null()]),
    name: Type.Union([Type.String(), Type.Null()]),
    address: Type.Union([Type.String(), Type.Null()], { description: 'IP address of the request.' }),
  }),
  request_id: Type.Union([Type.String(), Type.Null()]),
  action: Type.Enum(['created', 'changed', 'deleted']),
  object_type: Type.String(),
  object_id: Type.String(),
  mode: Type.Union([Type.Enum(['test', 'live']), Type.Null()]),
  before: Values,
  after: Values,
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditPage = SearchedPage(AuditEntry, 'Cursor of the next page; null on the last page.');

const filters = {
  author: Type.Optional(Type.String({ maxLength: 100, description: 'Id of the person.' })),
  action: Type.Optional(Type.Enum(['created', 'changed', 'deleted'])),
  object_type: Type.Optional(Type.String({ maxLength: 100, description: 'For example `api_key`.' })),
  object_id: Type.Optional(Type.String({ maxLength: 100 })),
  since: Type.Optional(
    Type.String({ maxLength: 40, description: 'From this moment on, ISO 8601.', ...moment_form }),
  ),
  until: Type.Optional(
    Type.String({ maxLength: 40, description: 'Before this moment, ISO 8601.', ...moment_form }),
  ),
};
export const AuditFilter = Type.Object(filters, { additionalProperties: false });
export const AuditQuery = Type.Object(
  {
    ...filters,
    cursor: Type.Optional(
      Type.String({
        maxLength: 40,
        description: '`next_cursor` of the previous page.',
        ...documented({ pattern: '^[0-9]{1,18}$' }),
      }),
    ),
    limit: Type.Optional(Limit),
  },
  { additionalProperties: false },
);
const readFilter = makeReadQuery(AuditFilter);
const readQuery = makeReadQuery(AuditQuery);

const moments = { since: momentProblem, until: momentProblem };

/**
 * Lists a merchant's audit log, newest first; a search that examines very many entries pauses.
 *
 * @throws AppError `forbidden`, `invalid_fields`
 */
export async function browseAudit(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
  query: Readonly<Record<string, unknown>>,
): Promise<Static<typeof AuditPage>> {
  requireScope(actor, 'audit:read');
  const {
    cursor,
    limit = limit_default,
    ...filter
  } = readQuery(query, {
    ...moments,
    cursor: (text) =>
      /^\d{1,18}$/.test(text) ? undefined : problem('not_a_cursor', 'must be the next_cursor of a page'),
  });
  const range = { ...toRange(filter), ...(cursor !== undefined && { before: BigInt(cursor) }) };
  const { rows, end } = await listEntries(ctx.db, actor.merchant_id, range, limit + 1);
  const walk = { rows: rows.map(withId), end: end && withId(end) };
  return cutWalk(walk, limit, presentEntry, ({ at }) => at);
}

/**
 * Streams the whole audit log as CSV.
 *
 * @throws AppError `forbidden`, `invalid_fields`
 */
export function exportAudit(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
  query: Readonly<Record<string, unknown>>,
): AsyncIterable<string> {
  requireScope(actor, 'audit:read');
  const range = toRange(readFilter(query, moments));
  return writeCsv(csv_header, readAll(ctx, actor.merchant_id, range));
}

const csv_header = [
  'id',
  'at',
  'author_kind',
  'author_id',
  'author_name',
  'address',
  'request_id',
  'action',
  'object_type',
  'object_id',
  'mode',
  'before',
  'after',
];

async function* readAll(
  { db }: Pick<Context, 'db'>,
  merchant_id: string,
  range: AuditRange,
): AsyncGenerator<readonly Cell[]> {
  let before: bigint | undefined;
  for (;;) {
    const { rows, end } = await listEntries(db, merchant_id, { ...range, before }, export_page);
    for (const row of rows) yield cellsOf(row);
    if (rows.length < export_page && end === null) return;
    before = (rows.length < export_page ? end : rows.at(-1))?.position;
  }
}

function cellsOf(row: AuditRow): readonly Cell[] {
  return [
    row.position,
    row.at,
    row.author_kind,
    row.author_id,
    row.author_name,
    row.address,
    row.request_id,
    row.action,
    row.object_type,
    row.object_id,
    row.mode,
    row.before && JSON.stringify(row.before),
    row.after && JSON.stringify(row.after),
  ];
}

function withId(row: AuditRow): AuditRow & { readonly id: string } {
  return { ...row, id: String(row.position) };
}

function presentEntry(row: AuditRow & { readonly id: string }): AuditEntry {
  return {
    id: row.id,
    at: timestampText(row.at),
    author: { kind: row.author_kind, id: row.author_id, name: row.author_name, address: row.address },
    request_id: row.request_id,
    action: row.action,
    object_type: row.object_type,
    object_id: row.object_id,
    mode: row.mode,
    before: row.before,
    after: row.after,
  };
}

function toRange({ since, until, ...rest }: Static<typeof AuditFilter>): AuditRange {
  return {
    ...rest,
    ...(since !== undefined && { since: new Date(since) }),
    ...(until !== undefined && { until: new Date(until) }),
  };
}
