import { timestampText } from '@guichet/kernel/clock';
import { documented } from '@guichet/kernel/documented';
import { problem } from '@guichet/kernel/problem';
import { makeReadQuery } from '@guichet/kernel/query';
import Type, { type Static } from 'typebox';
import type { StaffActor } from '../actor/actor.ts';
import { requireScope } from '../actor/require-scope.ts';
import type { Context } from '../context.ts';
import { cutWalk, Limit, limit_default, SearchedPage } from '../lists/page.ts';
import { type ApiRequest, listRequestRows } from './queries.ts';

/** A request to the API, kept for a week. */
export const RequestObject = Type.Object({
  id: Type.String({ description: '`req_...`, as returned in `X-Request-Id`.' }),
  method: Type.String(),
  path: Type.String({ description: 'Without the query.' }),
  status: Type.Integer(),
  code: Type.Union([Type.String(), Type.Null()], { description: 'The error code, if any.' }),
  duration_ms: Type.Integer(),
  key_id: Type.String(),
  created_at: Type.String({ description: 'ISO 8601 with numeric offset.' }),
});
export type RequestObject = Static<typeof RequestObject>;

export const RequestQuery = Type.Object(
  {
    result: Type.Optional(
      Type.Enum(['answered', 'refused'], { description: 'Refused: status 400 and above.' }),
    ),
    method: Type.Optional(Type.Enum(['GET', 'POST'])),
    status: Type.Optional(
      Type.String({
        description: 'Three digits, such as 422.',
        ...documented({ pattern: '^[1-5][0-9]{2}$' }),
      }),
    ),
    path: Type.Optional(Type.String({ maxLength: 300, description: 'Path prefix: `/api/v1/payments`.' })),
    key_id: Type.Optional(Type.String()),
    id: Type.Optional(Type.String({ description: 'Only the request with this id.' })),
    cursor: Type.Optional(Type.String()),
    limit: Type.Optional(Limit),
  },
  { additionalProperties: false },
);
export const RequestPage = SearchedPage(RequestObject, 'Pass it as `cursor`; null on the last page.');
const read = makeReadQuery(RequestQuery);

/**
 * Lists requests with keys of the actor's mode, newest first; a search that examines very many requests pauses.
 * @throws AppError `forbidden`, `invalid_fields`
 */
export async function listRequests(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
  query: Readonly<Record<string, unknown>>,
): Promise<Static<typeof RequestPage>> {
  requireScope(actor, 'developers:read');
  const {
    result,
    method = null,
    key_id = null,
    id = null,
    status,
    path = null,
    cursor = null,
    limit = limit_default,
  } = read(query, {
    status: (text) =>
      /^[1-5]\d\d$/.test(text)
        ? undefined
        : problem('out_of_range', 'must be a status from 100 to 599', { min: 100, max: 599 }),
  });
  const walk = await listRequestRows(ctx.db, {
    merchant_id: actor.merchant_id,
    mode: actor.mode,
    refused: result === undefined ? null : result === 'refused',
    ...{ method, path, key_id, id, before: cursor },
    status: status === undefined ? null : Number(status),
    limit: limit + 1,
  });
  return cutWalk(walk, limit, present, ({ created_at }) => created_at);
}

function present(request: ApiRequest): RequestObject {
  const { id, method, path, status, code, duration_ms, key_id, created_at } = request;
  return { id, method, path, status, code, duration_ms, key_id, created_at: timestampText(created_at) };
}
