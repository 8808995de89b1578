import { timestampText } from '@guichet/kernel/clock';
import { AppError } from '@guichet/kernel/errors';
import { moment_form, not_blank } from '@guichet/kernel/forms';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import type { MerchantActor, StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import { grantableScopes, key_scopes, requireMayGrant, usualScopes } from '../../platform/actor/scopes.ts';
import type { Context } from '../../platform/context.ts';
import { momentProblem } from '../../platform/lists/moment.ts';
import { requireMerchant } from '../merchants/find.ts';
import { createKey } from './create.ts';
import { findListedKey, type ListedKey, listKeysOf } from './queries.ts';
import { revokeKnown } from './revoke.ts';

const text_or_null = Type.Union([Type.String(), Type.Null()]);

const Scope = Type.Enum([...key_scopes]);

/** An API key as staff see it, without the secret, which is shown only at creation. Times are ISO 8601 with an offset. */
export const KeyObject = Type.Object({
  id: Type.String(),
  name: Type.Union(text_or_null.anyOf, { description: 'Set by staff; null for a key without a name.' }),
  /** The key's prefix, which shows its mode. */
  prefix: Type.String(),
  last_four: Type.String(),
  scopes: Type.Array(Scope, { description: 'The permissions of the key.' }),
  addresses: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'Networks (CIDR) from which the key may be used; null for any network.',
  }),
  expires_at: Type.Union(text_or_null.anyOf, {
    description: 'The time from which the key is refused; null if it never expires.',
  }),
  has_expired: Type.Boolean(),
  made_by: Type.Union(text_or_null.anyOf, {
    description: 'The person who created it, also after they have left; null for the command line.',
  }),
  created_at: Type.String(),
  last_used_at: Type.Union(text_or_null.anyOf, { description: 'To the minute; null if never used.' }),
  revoked_at: text_or_null,
});
export type KeyObject = Static<typeof KeyObject>;

/** The merchant's keys, and the scopes that this member of staff may grant to a new one. */
export const KeyList = Type.Object({
  items: Type.Array(KeyObject),
  grantable_scopes: Type.Array(Scope, { description: 'The scopes that your role may grant to a key.' }),
  usual_scopes: Type.Array(Scope, { description: 'The scopes that a key gets by default.' }),
});
export type KeyList = Static<typeof KeyList>;

/** The maximum number of networks, more than any one server needs. */
const addresses_max = 20;

export const KeyInput = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, ...not_blank }),
    scopes: Type.Optional(
      Type.Array(Scope, {
        minItems: 1,
        uniqueItems: true,
        description:
          'Defaults to the scopes that your role may grant; for a live key without `payouts:write`.',
      }),
    ),
    expires_at: Type.Optional(
      Type.Union([Type.String(moment_form), Type.Null()], {
        description: 'ISO 8601; null or omitted if the key never expires.',
      }),
    ),
    addresses: Type.Optional(
      Type.Union([Type.Array(Type.String({ maxLength: 50 }), { maxItems: addresses_max }), Type.Null()], {
        description: 'Addresses and networks (CIDR); null or omitted for any network.',
      }),
    ),
  },
  { additionalProperties: false },
);
const check = makeCheck(KeyInput);

/**
 * Lists the merchant's keys in the actor's mode, working ones first, and the scopes that the actor may grant.
 *
 * @throws AppError `forbidden`
 */
export async function listKeys(ctx: Pick<Context, 'db'>, actor: StaffActor): Promise<KeyList> {
  requireScope(actor, 'developers:read');
  const { mode, role } = actor;
  return {
    items: await listMerchantKeys(ctx, actor),
    grantable_scopes: grantableScopes(role),
    usual_scopes: usualScopes(role, mode),
  };
}

/** Lists a merchant's keys for the command line. @throws AppError `forbidden`, `merchant_not_found` */
export async function listMerchantKeys(ctx: Pick<Context, 'db'>, actor: MerchantActor): Promise<KeyObject[]> {
  requireScope(actor, 'developers:read');
  const { merchant_id, mode } = actor;
  await requireMerchant(ctx, merchant_id);
  return (await listKeysOf(ctx.db, merchant_id, mode)).map(present);
}

/**
 * Creates a key in the actor's mode, with scopes that the actor may grant. Only this result contains the key's
 * text.
 *
 * @throws AppError `invalid_fields`, `forbidden`, also for a scope that the actor may not grant; the error names
 * that scope
 */
export async function addKey(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: StaffActor,
  input: unknown,
): Promise<{ id: string; key: string }> {
  requireScope(actor, 'developers:write');
  const { mode, role } = actor;
  const {
    name,
    scopes = usualScopes(role, mode),
    expires_at,
    addresses,
  } = check(input, {
    name: (text) => (text.trim() === '' ? problem('empty', 'must not be empty') : undefined),
    expires_at: momentProblem,
  });
  requireMayGrant(role, scopes);
  return createKey(ctx, actor, {
    ...{ made_by: actor, scopes },
    name: name.trim(),
    expires_at: expires_at == null ? null : new Date(expires_at),
    addresses: addresses ?? null,
  });
}

/**
 * Revokes a key for good. If it was already revoked, its first revocation is returned unchanged.
 *
 * @throws AppError `forbidden`, `key_not_found`, also for a key of another merchant or mode
 */
export async function withdrawKey(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: StaffActor,
  id: string,
): Promise<KeyObject> {
  requireScope(actor, 'developers:write');
  const { merchant_id, mode } = actor;
  const key = { merchant_id, mode, id };
  if (!(await findListedKey(ctx.db, key))) throw new AppError('key_not_found');
  await revokeKnown(ctx, id);
  const revoked = await findListedKey(ctx.db, key);
  if (!revoked) throw new AppError('key_not_found');
  return present(revoked);
}

function present({ mode, merchant_id: _, made_by_name: made_by, ...key }: ListedKey): KeyObject {
  return {
    ...key,
    made_by,
    prefix: `svc_${mode}_`,
    scopes: [...key.scopes],
    addresses: key.addresses && [...key.addresses],
    expires_at: key.expires_at && timestampText(key.expires_at),
    created_at: timestampText(key.created_at),
    last_used_at: key.last_used_at && timestampText(key.last_used_at),
    revoked_at: key.revoked_at && timestampText(key.revoked_at),
  };
}
