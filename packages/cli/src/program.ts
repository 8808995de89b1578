import type { Command } from 'commander';
import { addAccountCommands } from './commands/accounts.ts';
import { addBrandingCommands } from './commands/branding.ts';
import { addCallbackCommands } from './commands/callbacks.ts';
import { addCustomerCommands } from './commands/customers.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addEventCommands } from './commands/events.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addLedgerCommands } from './commands/ledger.ts';
import { addLimitCommands } from './commands/limits.ts';
import { addListenCommand } from './commands/listen.ts';
import { addMerchantCommands } from './commands/merchants.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { addMoneyChoicesCommands } from './commands/money-choices.ts';
import { addPaymentLinkCommands } from './commands/payment-links.ts';
import { addPaymentCommands } from './commands/payments.ts';
import { addPayoutCommands } from './commands/payouts.ts';
import { addReceiptCommands } from './commands/receipts.ts';
import { addRecoverCommands } from './commands/recover.ts';
import { addRefundCommands } from './commands/refunds.ts';
import { addRoutingCommands } from './commands/routing.ts';
import { addSandboxCommands } from './commands/sandbox.ts';
import { addSecretCommands } from './commands/secrets.ts';
import { addSessionCommands } from './commands/sessions.ts';
import { addSimulateCommand } from './commands/simulate.ts';
import { addStaffCommands } from './commands/staff.ts';
import { addTriggerCommand } from './commands/trigger.ts';
import { addWebhookCommands } from './commands/webhooks.ts';
import { makeServingProgram } from './serving-program.ts';
import type { Shell } from './shell/shell.ts';

type AddCommands = (program: Command, shell: Shell) => void;

/** In the order in which the help lists them. */
const additions: readonly AddCommands[] = [
  addMigrateCommand,
  addDoctorCommand,
  noun('merchants', 'manage the merchants of this installation', addMerchantCommands),
  noun('keys', 'manage the API keys of merchants', addKeyCommands),
  noun('webhooks', 'manage webhook endpoints and their deliveries', addWebhookCommands),
  noun('events', 'list, show and resend events', addEventCommands),
  addListenCommand,
  addTriggerCommand,
  addSimulateCommand,
  noun('limits', 'manage the rate limits of merchants', addLimitCommands),
  noun(
    'accounts',
    'manage merchants’ accounts with mobile-money providers, for live mode',
    addAccountCommands,
  ),
  noun('routing', 'manage the operators that take payments for merchants', addRoutingCommands),
  noun('branding', 'set the look of the hosted page', addBrandingCommands),
  noun(
    'money-choices',
    'choose what happens to unexpected money: a different amount, too late, or a second time',
    addMoneyChoicesCommands,
  ),
  noun('payments', 'inspect payments', addPaymentCommands),
  noun('payment-links', 'create and change lasting requests for money', addPaymentLinkCommands),
  noun('payouts', 'inspect payouts', addPayoutCommands),
  noun('refunds', 'refund payments and inspect refunds', addRefundCommands),
  noun('receipts', 'mark receipts as collected, and manage the keys that sign them', addReceiptCommands),
  noun('customers', 'export or erase personal data of customers and recipients', addCustomerCommands),
  noun('callbacks', 'inspect callbacks from providers', addCallbackCommands),
  noun('ledger', 'check and keep the double-entry books', addLedgerCommands),
  noun('secrets', 'manage data encrypted with SECRET_KEY', addSecretCommands),
  noun(
    'recover',
    'stop sending after a restore or a fail-over, make status inquiries, and open again',
    addRecoverCommands,
  ),
  noun('sessions', 'manage checkout sessions', addSessionCommands),
  noun('sandbox', 'fund test balances, decide test transfers and reverse paid ones', addSandboxCommands),
  noun('staff', 'manage the people who use the dashboard', addStaffCommands),
];

/** Makes the `guichet` command as a shell calls it: one file per noun, each a thin layer over core's verbs. */
export function makeProgram(shell: Shell): Command {
  const program = makeServingProgram(shell);
  for (const add of additions) add(program, shell);
  return program;
}

function noun(name: string, description: string, addVerbs: AddCommands): AddCommands {
  return (program, shell) => addVerbs(program.command(name).description(description), shell);
}
