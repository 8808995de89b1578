import { makeCheck } from '@guichet/kernel/validation';
import Type, { type Static } from 'typebox';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { checkAccount } from './check.ts';
import { createAccount } from './create.ts';
import { listProviders } from './list-providers.ts';
import type { ListedAccount, PresentedAccount } from './present.ts';
import { requireAccount } from './require-account.ts';
import { findProvider, name_schema, readSettings } from './settings.ts';
import { listMerchantAccounts } from './show.ts';
import { switchAccount, updateAccountSettings } from './update.ts';

const Texts = Type.Record(Type.String(), Type.String({ maxLength: 8_192 }));
const unchecked = Type.Optional(
  Type.Boolean({ description: 'Save it even if its credentials cannot be checked with the provider.' }),
);

export const AccountInput = Type.Object(
  {
    connector: Type.String(),
    name: name_schema,
    settings: Texts,
    unchecked,
  },
  { additionalProperties: false },
);
const checkNew = makeCheck(AccountInput);

export const AccountChange = Type.Object(
  {
    name: Type.Optional(name_schema),
    settings: Type.Optional(Texts),
    unset: Type.Optional(Type.Array(Type.String(), { description: 'Settings to remove.' })),
    unchecked,
  },
  { additionalProperties: false },
);
const checkChange = makeCheck(AccountChange);

export const SwitchInput = Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false });
const checkSwitch = makeCheck(SwitchInput);

/** A short form of a provider's verdict on credentials. */
export interface Checked {
  readonly check: 'good' | 'bad' | 'unknown';
  readonly problem: string | null;
}

/** Lists the merchant's accounts, which are for live mode, and the providers. @throws AppError `forbidden` */
export async function listOwnAccounts(
  ctx: Pick<Context, 'db' | 'accounts'>,
  actor: StaffActor,
): Promise<{ items: readonly ListedAccount[]; providers: ReturnType<typeof listProviders> }> {
  requireScope(actor, 'settings:read');
  return { items: await listMerchantAccounts(ctx, actor), providers: listProviders(ctx) };
}

/**
 * Creates an account. @throws AppError `forbidden`, `invalid_fields`, which may contain the provider's message
 * under `config`
 */
export async function addAccount(ctx: Context, actor: StaffActor, input: unknown): Promise<PresentedAccount> {
  requireScope(actor, 'settings:write');
  const { connector, name, settings, unchecked: keeps = false } = checkNew(input);
  const config = readSettings(findProvider(ctx, connector), settings);
  return createAccount(ctx, actor, { connector, name, config, unchecked: keeps });
}

/**
 * Changes an account. @throws AppError `forbidden`, `not_found`, `invalid_fields`, `conflict` when it was changed
 * concurrently
 */
export async function changeOwnAccount(
  ctx: Context,
  actor: StaffActor,
  { id, body }: { readonly id: string; readonly body: unknown },
): Promise<PresentedAccount> {
  requireScope(actor, 'settings:write');
  const account = await requireAccount(ctx, actor, id);
  const { name, settings = {}, unset = [], unchecked: keeps = false } = checkChange(body);
  const set = readSettings(findProvider(ctx, account.connector), settings);
  return updateAccountSettings(ctx, actor, { id, name, set, unset, unchecked: keeps });
}

/** Enables or disables an account. @throws AppError `forbidden`, `not_found`, `invalid_fields`, `conflict` */
export async function switchOwnAccount(
  ctx: Context,
  actor: StaffActor,
  { id, body }: { readonly id: string; readonly body: unknown },
): Promise<PresentedAccount> {
  requireScope(actor, 'settings:write');
  return switchAccount(ctx, actor, { id, enabled: checkSwitch(body).enabled });
}

/**
 * Asks the provider whether the credentials are valid. @throws AppError `forbidden`, `not_found`, `conflict`
 */
export async function checkOwnAccount(ctx: Context, actor: StaffActor, id: string): Promise<Checked> {
  requireScope(actor, 'settings:write');
  const { check, problem } = await checkAccount(ctx, actor, id);
  return { check, problem };
}
export type AccountInput = Static<typeof AccountInput>;
