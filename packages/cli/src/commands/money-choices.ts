import { updateMoneyChoices } from '@guichet/core/accounts';
import { commandFor } from '@guichet/core/platform';
import { type Command, Option } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { systemUser, withContext } from '../with-context.ts';
import { jsonOption, merchantOption, type OfMerchant } from './options.ts';

interface SetOptions extends OfMerchant {
  readonly onUnderpaid?: string;
  readonly onOverpaid?: string;
  readonly onPaidLate?: string;
  readonly onPaidTwice?: string;
}

const choice = (flag: string, about: string, choices: readonly string[]): Option =>
  new Option(`--${flag} <choice>`, about).choices(choices);

export function addMoneyChoicesCommands(choices: Command, shell: Shell): void {
  choices
    .command('set')
    .description('set the choices; omitted options keep their value')
    .addOption(merchantOption())
    .addOption(choice('on-underpaid', 'when less arrived than requested', ['accept', 'refund_all', 'ask']))
    .addOption(
      choice('on-overpaid', 'when more arrived than requested', [
        'accept',
        'refund_difference',
        'refund_all',
        'ask',
      ]),
    )
    .addOption(choice('on-paid-late', 'when it arrived too late', ['accept', 'refund_all', 'ask']))
    .addOption(choice('on-paid-twice', 'when a paid payment is paid again', ['refund_all', 'ask']))
    .addOption(jsonOption())
    .action(async (options: SetOptions) => {
      const { merchant, onUnderpaid, onOverpaid, onPaidLate, onPaidTwice } = options;
      await withContext(shell, options, (ctx) =>
        updateMoneyChoices(ctx, commandFor({ name: systemUser() }, { merchant_id: merchant, mode: 'test' }), {
          ...(onUnderpaid !== undefined && { on_underpaid: onUnderpaid }),
          ...(onOverpaid !== undefined && { on_overpaid: onOverpaid }),
          ...(onPaidLate !== undefined && { on_paid_late: onPaidLate }),
          ...(onPaidTwice !== undefined && { on_paid_twice: onPaidTwice }),
        }),
      );
    });
}
