import type { SecretBox } from '../secrets/seal.ts';
import type { Account } from './queries.ts';

/** Settings of an account by name, secrets as plain text. */
export type AccountConfig = Readonly<Record<string, unknown>>;

/** @returns the settings as one sealed text */
export function sealConfig(secrets: SecretBox, config: AccountConfig): string {
  return secrets.seal(JSON.stringify(config));
}

/** @throws Error when they were sealed with a key that we do not have */
export function openConfig(secrets: SecretBox, account: Pick<Account, 'config_sealed'>): AccountConfig {
  return JSON.parse(secrets.open(account.config_sealed)) as AccountConfig;
}
