import { AppError } from '@guichet/kernel/errors';
import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import type { StaffActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { type Examination, examineEndpoint } from '../doctor/examine.ts';
import { createEndpoint, EndpointInput } from './create.ts';
import { deleteEndpoint } from './delete.ts';
import { disableEndpoint, type EnabledEndpoint, enableEndpoint } from './enable.ts';
import { type EndpointKey, findEndpoint } from './queries.ts';
import { overlap_max_hours, type RotatedSecret, rotateSecret } from './rotate-secret.ts';
import { testEndpoint } from './send-test.ts';
import { type EndpointReport, listEndpoints, showEndpoint } from './show.ts';
import { type EndpointChange, updateEndpoint } from './update.ts';

/** A new endpoint as staff enter it; its mode is theirs. */
const { mode: _, ...own_fields } = EndpointInput.properties;
export const NewEndpoint = Type.Object(own_fields, { additionalProperties: false });
const checkNew = makeCheck(NewEndpoint);

export const RotationInput = Type.Object(
  {
    overlap_hours: Type.Optional(
      Type.Integer({ minimum: 0, maximum: overlap_max_hours, description: '24 when left out.' }),
    ),
  },
  { additionalProperties: false },
);
const checkRotation = makeCheck(RotationInput);

type Own<Result> = (ctx: Context, actor: StaffActor, endpoint_id: string) => Promise<Result>;

/** Lists the endpoints of the actor's mode, oldest first. @throws AppError `forbidden` */
export async function listOwnEndpoints(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: StaffActor,
): Promise<{ items: EndpointReport[] }> {
  requireScope(actor, 'developers:read');
  return { items: await listEndpoints(ctx, actor) };
}

/** Gets an endpoint. @throws AppError `forbidden`, `endpoint_not_found` */
export const showOwnEndpoint: Own<EndpointReport> = async (ctx, actor, endpoint_id) =>
  showEndpoint(ctx, await requireOwn(ctx, actor, endpoint_id, 'developers:read'));

/**
 * Creates an endpoint in the actor's mode. Only this result contains its secret. @throws AppError
 * `forbidden`, `invalid_fields`
 */
export async function addEndpoint(
  ctx: Context,
  actor: StaffActor,
  input: unknown,
): Promise<{ id: string; secret: string }> {
  requireScope(actor, 'developers:write');
  const { mode, merchant_id } = actor;
  return createEndpoint(ctx, merchant_id, { ...checkNew(input), mode });
}

/** Changes an endpoint. @throws AppError `forbidden`, `endpoint_not_found`, `invalid_fields` */
export async function changeOwnEndpoint(
  ctx: Context,
  actor: StaffActor,
  endpoint_id: string,
  input: unknown,
): Promise<EndpointReport> {
  const key = await requireOwn(ctx, actor, endpoint_id, 'developers:write');
  return updateEndpoint(ctx, key, input as Static<typeof EndpointChange>);
}

/** Deletes an endpoint. @throws AppError `forbidden`, `endpoint_not_found` */
export const deleteOwnEndpoint: Own<{ id: string; deleted_at: string }> = async (ctx, actor, endpoint_id) =>
  deleteEndpoint(ctx, await requireOwn(ctx, actor, endpoint_id, 'developers:write'));

/** Enables an endpoint. @throws AppError `forbidden`, `endpoint_not_found` */
export const enableOwnEndpoint: Own<EnabledEndpoint> = async (ctx, actor, endpoint_id) =>
  enableEndpoint(ctx, await requireOwn(ctx, actor, endpoint_id, 'developers:write'));

/** Disables an endpoint. @throws AppError `forbidden`, `endpoint_not_found` */
export const disableOwnEndpoint: Own<EndpointReport> = async (ctx, actor, endpoint_id) =>
  disableEndpoint(ctx, await requireOwn(ctx, actor, endpoint_id, 'developers:write'));

/**
 * Sends a test event. @throws AppError `forbidden`, `endpoint_not_found`, `conflict` for a disabled endpoint
 */
export const testOwnEndpoint: Own<{ event_id: string; delivery_id: string }> = async (
  ctx,
  actor,
  endpoint_id,
) => testEndpoint(ctx, await requireOwn(ctx, actor, endpoint_id, 'developers:write'));

/** Examines an endpoint, which takes some seconds. @throws AppError `forbidden`, `endpoint_not_found` */
export const examineOwnEndpoint: Own<Examination> = async (ctx, actor, endpoint_id) =>
  examineEndpoint(ctx, {}, await requireOwn(ctx, actor, endpoint_id, 'developers:write'));

/**
 * Gives an endpoint a new secret. @throws AppError `forbidden`, `endpoint_not_found`, `invalid_fields`,
 * `conflict` when five secrets are valid already
 */
export async function rotateOwnSecret(
  ctx: Context,
  actor: StaffActor,
  endpoint_id: string,
  input: unknown,
): Promise<RotatedSecret> {
  const key = await requireOwn(ctx, actor, endpoint_id, 'developers:write');
  return rotateSecret(ctx, key, checkRotation(input));
}

/**
 * Finds the key of an endpoint of the actor's merchant and mode.
 *
 * @throws AppError `forbidden`, `endpoint_not_found`
 */
export async function requireOwn(
  { db }: Pick<Context, 'db'>,
  actor: StaffActor,
  endpoint_id: string,
  scope: 'developers:read' | 'developers:write',
): Promise<EndpointKey> {
  requireScope(actor, scope);
  const { merchant_id } = actor;
  const endpoint = await findEndpoint(db, { merchant_id, endpoint_id });
  if (endpoint?.mode !== actor.mode) throw new AppError('endpoint_not_found');
  return { merchant_id, endpoint_id };
}
