import { makeIdWithout } from '@guichet/kernel/ids';
import { requireMerchant } from '../../accounts/merchants/find.ts';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { AccountConfig } from '../../platform/provider-accounts.ts';
import { checkWithProvider } from './ask-provider.ts';
import { sealConfig } from './config.ts';
import { type PresentedAccount, presentAccount } from './present.ts';
import { insertAccount } from './queries.ts';
import { checkSettings, findProvider } from './settings.ts';

export interface NewAccount {
  readonly connector: string;
  /** The account's name, given by staff. */
  readonly name: string;
  readonly config: AccountConfig;
  /** Whether to store the account even if its credentials cannot be checked with the provider. */
  readonly unchecked: boolean;
}

/**
 * Letter sequences that some providers refuse in callback URLs because they look like commands. About one id in a
 * thousand contains one and is generated again.
 */
const refused_letters = /exe|cmd|sql/i;

/**
 * Creates a merchant's account with a provider, for live mode. Its settings are checked with the provider
 * first, and stored encrypted.
 *
 * @throws AppError `forbidden`, `merchant_not_found`, `invalid_fields` naming every invalid setting, or with the
 * provider's message
 */
export async function createAccount(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets' | 'accounts'> & Pick<Context, 'public_url'>,
  actor: MerchantActor,
  input: NewAccount,
): Promise<PresentedAccount> {
  requireScope(actor, 'settings:write');
  const { merchant_id } = actor;
  const { connector, name, config } = input;
  await requireMerchant(ctx, merchant_id);
  const provider = findProvider(ctx, connector);
  checkSettings(ctx, provider, { name, config });
  const id = makeIdWithout('connector_account', refused_letters, ctx.clock.now());
  const { services, checked_at } = await checkWithProvider(ctx, { id, connector, config }, input.unchecked);
  const at = ctx.clock.now();
  const account = await insertAccount(ctx.db, {
    merchant_id,
    id,
    connector,
    name,
    config_sealed: sealConfig(ctx.secrets, config),
    services: JSON.stringify(services),
    created_at: at,
    updated_at: at,
    checked_at,
  });
  return presentAccount(ctx, account);
}
