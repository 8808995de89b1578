import { type AccountConfig, UnreadableAccountError } from '../../platform/provider-accounts.ts';
import type { SecretBox } from '../../platform/secrets/seal.ts';
import type { Account } from './queries.ts';

/** @returns the settings as one encrypted text */
export function sealConfig(secrets: SecretBox, config: AccountConfig): string {
  return secrets.seal(JSON.stringify(config));
}

/** @throws UnreadableAccountError when the settings were encrypted with an unknown key */
export function openConfig(secrets: SecretBox, account: Pick<Account, 'config_sealed'>): AccountConfig {
  return JSON.parse(decrypt(secrets, account)) as AccountConfig;
}

function decrypt(secrets: SecretBox, { config_sealed }: Pick<Account, 'config_sealed'>): string {
  try {
    return secrets.open(config_sealed);
  } catch (error) {
    throw new UnreadableAccountError('the settings of the account cannot be decrypted', { cause: error });
  }
}

/** @returns undefined when the settings were encrypted with an unknown key */
export function openConfigIfKnown(
  secrets: SecretBox,
  account: Pick<Account, 'config_sealed'>,
): AccountConfig | undefined {
  try {
    return openConfig(secrets, account);
  } catch (error) {
    if (!(error instanceof UnreadableAccountError)) throw error;
    // `doctor` names the accounts that cannot be decrypted.
    return undefined;
  }
}
