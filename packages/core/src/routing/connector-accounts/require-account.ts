import { type OwnerActor, owns } from '../../platform/actor/actor.ts';
import type { Context } from '../../platform/context.ts';
import { noAccount } from './ask-provider.ts';
import { type Account, findAccountById } from './queries.ts';

/**
 * Finds an account that the actor may act on. @throws AppError `not_found`, also if it belongs to another merchant
 */
export async function requireAccount(
  { db }: Pick<Context, 'db'>,
  actor: OwnerActor,
  id: string,
): Promise<Account> {
  const account = await findAccountById(db, id);
  if (!account || !owns(actor, account)) throw noAccount();
  return account;
}
