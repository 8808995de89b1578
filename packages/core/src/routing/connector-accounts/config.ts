import type { AccountConfig } from '../../platform/provider-accounts.ts';
import type { SecretBox } from '../../platform/secrets/seal.ts';
import type { Account } from './queries.ts';

/** @returns the settings as one encrypted text */
export function sealConfig(secrets: SecretBox, config: AccountConfig): string {
  return secrets.seal(JSON.stringify(config));
}

/** @throws Error when the settings were encrypted with an unknown key */
export function openConfig(secrets: SecretBox, account: Pick<Account, 'config_sealed'>): AccountConfig {
  return JSON.parse(secrets.open(account.config_sealed)) as AccountConfig;
}

/** @returns undefined when the settings were encrypted with an unknown key */
export function openConfigIfKnown(
  secrets: SecretBox,
  account: Pick<Account, 'config_sealed'>,
): AccountConfig | undefined {
  try {
    return openConfig(secrets, account);
  } catch {
    // `doctor` names the accounts that cannot be decrypted.
    return undefined;
  }
}
