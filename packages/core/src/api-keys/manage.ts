import { timestampText } from '@guichet/kernel/clock';
import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import type { Context } from '../context.ts';
import type { Actor } from '../staff/actor.ts';
import { requireScope } from '../staff/roles.ts';
import { createKey } from './create.ts';
import { findListedKey, type ListedKey, listKeysOf } from './queries.ts';
import { revokeKey } from './revoke.ts';

const text_or_null = Type.Union([Type.String(), Type.Null()]);

/** An API key as staff see it; the key itself was shown once. Times are ISO 8601 with an offset. */
export const KeyObject = Type.Object({
  id: Type.String(),
  name: Type.Union(text_or_null.anyOf, { description: 'What staff call it; null for one made by command.' }),
  /** The prefix says the mode. */
  prefix: Type.String(),
  last_four: Type.String(),
  created_at: Type.String(),
  last_used_at: Type.Union(text_or_null.anyOf, { description: 'To the minute; null: never.' }),
  revoked_at: text_or_null,
});
export type KeyObject = Static<typeof KeyObject>;

export const KeyInput = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 100 }) },
  { additionalProperties: false },
);
const check = makeCheck(KeyInput);

/** The merchant's keys in the mode, those that work first. @throws AppError `forbidden` */
export async function listKeys(ctx: Pick<Context, 'db'>, actor: Actor): Promise<{ items: KeyObject[] }> {
  requireScope(actor, 'developers:read');
  return { items: (await listKeysOf(ctx.db, actor.merchant_id, actor.mode)).map(present) };
}

/**
 * Makes a key of the mode. Its text is in this answer only.
 *
 * @throws AppError `forbidden`, `invalid_fields`
 */
export async function addKey(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  input: unknown,
): Promise<{ id: string; key: string }> {
  requireScope(actor, 'developers:write');
  const { name } = check(input, {
    name: (text) => (text.trim() === '' ? problem('empty', 'must not be empty') : undefined),
  });
  const { merchant_id, mode } = actor;
  return createKey(ctx, { merchant_id, mode, name: name.trim() });
}

/**
 * Revokes a key for good; revoking twice answers with the first time.
 *
 * @throws AppError `forbidden`, `key_not_found`, also for one of another merchant or mode
 */
export async function withdrawKey(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<KeyObject> {
  requireScope(actor, 'developers:write');
  const { merchant_id, mode } = actor;
  const key = { merchant_id, mode, id };
  if (!(await findListedKey(ctx.db, key))) throw new AppError('key_not_found');
  await revokeKey(ctx, id);
  const revoked = await findListedKey(ctx.db, key);
  if (!revoked) throw new AppError('key_not_found');
  return present(revoked);
}

function present({ id, name, mode, last_four, created_at, last_used_at, revoked_at }: ListedKey): KeyObject {
  return {
    id,
    name,
    prefix: `svc_${mode}_`,
    last_four,
    created_at: timestampText(created_at),
    last_used_at: last_used_at && timestampText(last_used_at),
    revoked_at: revoked_at && timestampText(revoked_at),
  };
}
