import { defineProvider } from '../provider.ts';
import { makeConnector } from './connector.ts';
import {
  addressOf,
  hosts,
  secret_fields,
  servicesOf,
  settings_schema,
  settingsOf,
  wallet_operators,
} from './settings.ts';

/** Airtel Money: USSD push, disbursements and whole refunds of one country. See README.md. */
export const airtelMoney = defineProvider({
  id: 'airtel-money',
  display_name: 'Airtel Money',
  // A callback contains no amount: even one with a valid hash is only a reason to inquire.
  callback_trust: 'hint',
  config_schema: settings_schema,
  secret_fields,
  identity_fields: [
    ...(['country', 'currency', 'client_id'] as const),
    // An inquiry of one version may not find a request of another one. Signing selects the version too.
    ...(['message_signing', 'payments_version', 'disbursements_version', 'enquiry_names_type'] as const),
  ],
  operators: wallet_operators,
  hosts,
  addressOf,
  abilities: ['payout', 'refund', 'balance'],
  // No such limit is documented.
  same_payment_apart_s: 0,
  servicesOf,
  open: (config, deps) => makeConnector(settingsOf(config), deps),
});
