import { AppError, invalidFields } from '@guichet/kernel/errors';
import { makeId } from '@guichet/kernel/ids';
import { problem } from '@guichet/kernel/problem';
import type { MerchantActor, StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import { type KeyScope, key_scopes } from '../../platform/actor/scopes.ts';
import type { Context } from '../../platform/context.ts';
import { requireMerchant } from '../merchants/find.ts';
import { hashKey, makeKey } from './format.ts';
import { normalNetwork } from './networks.ts';
import { insertKey, isOver } from './queries.ts';

/** The settings of a new API key. */
export interface NewKey {
  /** The name that staff give the key. */
  readonly name?: string;
  /** The key's scopes; all scopes when omitted. */
  readonly scopes?: readonly KeyScope[];
  /** The time from which the key is refused; it never expires when omitted. */
  readonly expires_at?: Date | null;
  /** Networks (CIDR) from which the key may be used; any network when omitted. */
  readonly addresses?: readonly string[] | null;
  /** The person who creates the key; omitted by the command line. */
  readonly made_by?: Pick<StaffActor, 'user_id' | 'name'>;
}

/**
 * Creates an API key. Only this result contains its text: we store its hash and last four characters.
 *
 * @throws AppError `forbidden`, `merchant_not_found`, `invalid_fields` for an expiry in the past or an invalid network
 */
export async function createKey(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: MerchantActor,
  { name, scopes = key_scopes, expires_at = null, addresses = null, made_by }: NewKey,
): Promise<{ id: string; key: string }> {
  requireScope(actor, 'developers:write');
  const { merchant_id, mode } = actor;
  await requireMerchant(ctx, merchant_id);
  if (scopes.length === 0) throw new AppError('invalid_fields', { fields: { scopes: [noScope] } });
  if (expires_at && (await isOver(ctx.db, expires_at))) {
    throw invalidFields({ expires_at: [problem('not_in_future', 'must be in the future')] });
  }
  const id = makeId('api_key');
  const key = makeKey(mode);
  await insertKey(ctx.db, {
    ...{ merchant_id, id, mode, expires_at },
    hash: hashKey(key),
    last_four: key.slice(-4),
    name: name ?? null,
    scopes: key_scopes.filter((scope) => scopes.includes(scope)),
    addresses: addresses?.length ? readAddresses(addresses) : null,
    made_by: made_by?.user_id ?? null,
    made_by_name: made_by?.name ?? null,
    created_at: ctx.clock.now(),
    revoked_at: null,
  });
  return { id, key };
}

const noScope = problem('too_few_items', 'must name at least one', { min: 1 });

/** Removes duplicates and normalizes each network. @throws AppError `invalid_fields` */
function readAddresses(addresses: readonly string[]): string[] {
  const networks = addresses.map((text) => {
    const network = normalNetwork(text);
    if (network !== undefined) return network;
    throw invalidFields({
      addresses: [
        problem(
          'not_a_network',
          `${text.slice(0, 50)} must be an IP address or a network, for example 203.0.113.0/24`,
          {
            text: text.slice(0, 50),
          },
        ),
      ],
    });
  });
  return [...new Set(networks)];
}
