import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import type { Provider } from '@guichet/operators/provider';
import type { OwnerActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { AccountConfig } from '../../platform/provider-accounts.ts';
import { checkWithProvider, type Facts } from './ask-provider.ts';
import { requireSecretsAgain } from './bind-secrets.ts';
import { openConfigIfKnown, sealConfig } from './config.ts';
import { type PresentedAccount, presentAccount } from './present.ts';
import {
  type Account,
  type AccountFacts,
  insertPastSettings,
  timeOfWrite,
  updateAccount,
} from './queries.ts';
import { requireAccount } from './require-account.ts';
import { checkSettings, findProvider } from './settings.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'secrets' | 'accounts' | 'public_url'>;

export interface AccountChange {
  /** The new name; undefined leaves it unchanged. */
  readonly name: string | undefined;
  /** Settings to replace; the others stay. */
  readonly set: AccountConfig;
  /** Settings to remove. */
  readonly unset: readonly string[];
  readonly unchecked: boolean;
}

/**
 * Changes individual settings of an account. The result is checked like a new account. Every process uses the new
 * settings from its next call on. A different host requires the secrets again ({@link requireSecretsAgain}). If the
 * settings cannot be decrypted, because SECRET_KEY was lost, all have to be given, and may name another wallet.
 *
 * @throws AppError `forbidden`, `not_found`, `invalid_fields`, `conflict` when it was changed concurrently
 */
export async function updateAccountSettings(
  ctx: Ctx,
  actor: OwnerActor,
  { id, ...change }: { readonly id: string } & AccountChange,
): Promise<PresentedAccount> {
  requireScope(actor, 'settings:write');
  const account = await requireAccount(ctx, actor, id);
  const provider = findProvider(ctx, account.connector);
  const { name = account.name, set, unset, unchecked } = change;
  const before = openConfigIfKnown(ctx.secrets, account);
  const kept = Object.entries(before ?? {}).filter(([field]) => !unset.includes(field));
  const config = { ...Object.fromEntries(kept), ...set };
  checkSettings(ctx, provider, { name, config });
  if (before) requireSecretsAgain(provider, { before, after: config, given: set });
  // For another name the provider is not asked: it may be down.
  const isRename = Object.keys(set).length === 0 && unset.length === 0;
  const facts = isRename ? account : await findFacts(ctx, account, { before, config, unchecked });
  const settings = {
    name,
    config_sealed: sealConfig(ctx.secrets, config),
    services: JSON.stringify(facts.services),
    checked_at: facts.checked_at,
  };
  const address = before && provider.addressOf(before);
  const isOther = (!before || namesAnother(provider, before, config)) && {
    identity_changed_at: timeOfWrite(ctx),
  };
  // Nobody can use earlier settings that cannot be decrypted, so they are not kept.
  const changed =
    address === undefined || address === provider.addressOf(config)
      ? await writeAccount(ctx, account, { ...settings, ...isOther })
      : await moveAccount(ctx, account, address, settings);
  return presentAccount(ctx, changed);
}

/** Determines what an account offers after a change of its settings. */
async function findFacts(
  ctx: Pick<Ctx, 'accounts' | 'clock'>,
  account: Account,
  {
    before,
    config,
    unchecked,
  }: { before: AccountConfig | undefined; config: AccountConfig; unchecked: boolean },
): Promise<Facts> {
  const provider = ctx.accounts.provider(account.connector);
  const isKnown =
    before !== undefined &&
    !namesAnother(provider, before, config) &&
    provider.addressOf(before) === provider.addressOf(config) &&
    isDeepStrictEqual(provider.servicesOf(before), provider.servicesOf(config));
  return checkWithProvider(ctx, { ...account, config }, unchecked, isKnown ? account.services : undefined);
}

/** Whether a change may make the account another wallet's. */
function namesAnother(
  { identity_fields, config_schema }: Provider,
  before: AccountConfig,
  after: AccountConfig,
): boolean {
  const fields = identity_fields ?? Object.keys(config_schema.properties);
  return fields.some((field) => before[field] !== after[field]);
}

/**
 * Saves settings with a different URL. The earlier settings are kept, because inquiries about requests that are
 * still open at the old URL are sent there with the earlier credentials.
 *
 * @param address the old URL
 */
function moveAccount(
  ctx: Pick<Context, 'db' | 'clock'>,
  account: Account,
  address: string,
  settings: Parameters<typeof writeAccount>[2],
): Promise<Account> {
  return ctx.db.transaction().execute(async (tx) => {
    const { merchant_id, id: account_id, address_revision, config_sealed, identity_changed_at } = account;
    const facts = { ...settings, address_revision: address_revision + 1, identity_changed_at: null };
    // The account is updated first, because this is where the later of two concurrent changes fails.
    const moved = await writeAccount({ ...ctx, db: tx }, account, facts);
    const ended_at = moved.updated_at;
    await insertPastSettings(tx, {
      merchant_id,
      account_id,
      address_revision,
      address,
      config_sealed,
      identity_changed_at,
      ended_at,
    });
    return moved;
  });
}

/** Disables an account for new payments, or enables it. Inquiries about its open requests continue. */
export async function switchAccount(
  ctx: Ctx,
  actor: OwnerActor,
  { id, enabled }: { readonly id: string; readonly enabled: boolean },
): Promise<PresentedAccount> {
  requireScope(actor, 'settings:write');
  const account = await requireAccount(ctx, actor, id);
  return presentAccount(ctx, await writeAccount(ctx, account, { enabled }));
}

/**
 * @param account the account as it was read
 * @throws AppError `conflict` when it has been changed since
 */
export async function writeAccount(
  ctx: Pick<Context, 'clock'> & { readonly db: Connection },
  account: Account,
  facts: Omit<AccountFacts, 'updated_at'>,
): Promise<Account> {
  // Always later than the previous value, because processes compare this time to detect a change.
  const updated_at = new Date(Math.max(ctx.clock.now().getTime(), account.updated_at.getTime() + 1));
  const changed = await updateAccount(ctx.db, account, { ...facts, updated_at });
  if (changed) return changed;
  throw new AppError('conflict', {
    reason: problem('changed_meanwhile', 'Somebody else changed the account at the same time.'),
  });
}
