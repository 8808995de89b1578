import { resetMerchantLimit, setMerchantLimit, showMerchantLimit } from '@guichet/core/accounts';
import { type Command, Option } from 'commander';
import { actingFor } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { jsonOption, merchantOption, type OfMerchant } from './options.ts';

interface SetOptions extends OfMerchant {
  readonly keyPerSecond?: string;
  readonly default?: true;
}

export function addLimitCommands(limits: Command, shell: Shell): void {
  limits
    .command('set')
    .description('set the rate limit of each of a merchant’s keys')
    .addOption(merchantOption())
    .option('--key-per-second <number>', 'requests per second, 0 for no limit')
    .addOption(
      new Option('--default', 'restore the default, RATE_LIMIT_KEY_PER_SECOND').conflicts('keyPerSecond'),
    )
    .addOption(jsonOption())
    .action(async (options: SetOptions, command: Command) => {
      const { merchant, keyPerSecond } = options;
      if (!options.default && keyPerSecond === undefined) {
        command.error("error: option '--key-per-second <number>' or '--default' not specified");
      }
      await withContext(shell, options, (ctx) =>
        keyPerSecond === undefined
          ? resetMerchantLimit(ctx, actingFor(merchant))
          : setMerchantLimit(ctx, actingFor(merchant), { key_per_second: readNumber(keyPerSecond) }),
      );
    });
  limits
    .command('show')
    .description('show the rate limit of each of a merchant’s keys')
    .addOption(merchantOption())
    .addOption(jsonOption())
    .action(async (options: OfMerchant) => {
      await withContext(shell, options, (ctx, config) =>
        showMerchantLimit(ctx, actingFor(options.merchant), config.rate_limit_key_per_second),
      );
    });
}

/**
 * Reads a number. Other text becomes NaN, which the verb refuses; `Number` alone reads an empty text as 0, which
 * means no limit.
 */
function readNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
