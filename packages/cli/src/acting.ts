import { findOwner } from '@guichet/core/accounts';
import {
  type CommandActor,
  type Context,
  commandFor,
  type MerchantCommand,
  type Mode,
} from '@guichet/core/platform';
import { systemUser } from './with-context.ts';

/** Returns the command line as an actor: anyone who may run it may do everything. */
export function command(): CommandActor {
  return { kind: 'command', name: systemUser() };
}

/**
 * Returns the command line as an actor for one merchant; verbs that are the same in both modes accept either mode.
 */
export function actingFor(merchant_id: string, mode: Mode = 'live'): MerchantCommand {
  return commandFor(command(), { merchant_id, mode });
}

/**
 * Returns the command line as an actor for the merchant that owns the object. @throws AppError `payment_not_found`
 * and similar codes
 */
export async function actingForOwner(
  ctx: Pick<Context, 'db'>,
  noun: Parameters<typeof findOwner>[2]['noun'],
  id: string,
): Promise<MerchantCommand> {
  return commandFor(command(), await findOwner(ctx, command(), { noun, id }));
}
