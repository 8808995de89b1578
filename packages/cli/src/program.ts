import { Command } from 'commander';
import { addAccountCommands } from './commands/accounts.ts';
import { addBrandingCommands } from './commands/branding.ts';
import { addCallbackCommands } from './commands/callbacks.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addEventCommands } from './commands/events.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addLedgerCommands } from './commands/ledger.ts';
import { addLimitCommands } from './commands/limits.ts';
import { addListenCommand } from './commands/listen.ts';
import { addMerchantCommands } from './commands/merchants.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { addPaymentCommands } from './commands/payments.ts';
import { addPayoutCommands } from './commands/payouts.ts';
import { addRefundCommands } from './commands/refunds.ts';
import { addRoutingCommands } from './commands/routing.ts';
import { addSandboxCommands } from './commands/sandbox.ts';
import { addSecretCommands } from './commands/secrets.ts';
import { addServeCommands } from './commands/serve.ts';
import { addSessionCommands } from './commands/sessions.ts';
import { addSimulateCommand } from './commands/simulate.ts';
import { addStaffCommands } from './commands/staff.ts';
import { addTriggerCommand } from './commands/trigger.ts';
import { addWebhookCommands } from './commands/webhooks.ts';

/** The `guichet` command: one file a noun, each thin over core's verbs. */
export function makeProgram(): Command {
  const program = new Command('guichet')
    .description('Runs and administers Guichet. Settings come from the environment, as for the service.')
    .version('0.1.0')
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .showHelpAfterError(false);
  addServeCommands(program);
  addMigrateCommand(program);
  addDoctorCommand(program);
  addMerchantCommands(program);
  addKeyCommands(program);
  addWebhookCommands(program);
  addEventCommands(program);
  addListenCommand(program);
  addTriggerCommand(program);
  addSimulateCommand(program);
  addLimitCommands(program);
  addAccountCommands(program);
  addRoutingCommands(program);
  addBrandingCommands(program);
  addPaymentCommands(program);
  addPayoutCommands(program);
  addRefundCommands(program);
  addCallbackCommands(program);
  addLedgerCommands(program);
  addSecretCommands(program);
  addSessionCommands(program);
  addSandboxCommands(program);
  addStaffCommands(program);
  return program;
}
