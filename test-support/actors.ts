import type { Caller } from '@guichet/core/accounts';
import { type CommandActor, key_scopes, type MerchantCommand, type Mode } from '@guichet/core/platform';

/** The command line, as the user of a machine calls it. */
export const command: CommandActor = { kind: 'command', name: 'tests' };

/** The command line for one merchant, in test mode unless another is given. */
export function commandOf(merchant_id: string, mode: Mode = 'test'): MerchantCommand {
  return { ...command, merchant_id, mode };
}

/** The holder of a key with every scope that has no row in the database. */
export function keyHolder(merchant_id: string, mode: Mode = 'test'): Caller {
  const scopes = new Set(key_scopes);
  return { kind: 'key', merchant_id, mode, key_id: 'key_none', scopes, rate_limit_per_second: null };
}
