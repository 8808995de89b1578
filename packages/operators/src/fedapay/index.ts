import { defineProvider } from '../provider.ts';
import { makeConnector } from './connector.ts';
import {
  addressOf,
  hosts,
  secret_fields,
  servicesOf,
  settings_schema,
  settingsOf,
  usual_operators,
} from './settings.ts';

/**
 * FedaPay: collections without FedaPay's own page, payouts and signed webhooks in Benin, Togo and their neighbors.
 */
export const fedapay = defineProvider({
  id: 'fedapay',
  display_name: 'FedaPay',
  callback_trust: 'signed',
  config_schema: settings_schema,
  secret_fields,
  identity_fields: ['secret_key'],
  operators: usual_operators,
  hosts,
  addressOf,
  abilities: ['payout', 'balance'],
  // No such limit is documented.
  same_payment_apart_s: 0,
  servicesOf,
  open: (config, deps) => makeConnector(settingsOf(config), deps),
});
