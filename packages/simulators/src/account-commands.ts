import type { StartedSimulator } from './start-all.ts';

/**
 * The commands that create an account for each contract of a simulator, ready to paste into a shell in which
 * MERCHANT is set to the id of a merchant.
 */
export function accountCommands({ entry, account, more_accounts }: StartedSimulator): string[] {
  return Object.entries({ simulator: account, ...more_accounts }).map(([name, settings]) => {
    const pairs = Object.entries(settings).map(([field, value]) => `--set ${quote(`${field}=${value}`)}`);
    return `npx guichet accounts create --merchant "$MERCHANT" --connector ${entry.id} --name ${name} ${pairs.join(' ')}`;
  });
}

function quote(text: string): string {
  return /^[\w.:/=@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
