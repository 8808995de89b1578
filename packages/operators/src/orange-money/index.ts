import type { Connector, ConnectorAnswer } from '../contract.ts';
import { defineProvider, type ProviderDependencies } from '../provider.ts';
import { addressOf, hosts } from './address.ts';
import { notAsked } from './answer.ts';
import { burkinaServices, openBurkina } from './burkina/connector.ts';
import { cameroonServices, openCameroon } from './cameroon/connector.ts';
import {
  config_schema,
  isOf,
  type OrangeConfig,
  orange_operators,
  problemOf,
  secret_fields,
} from './settings.ts';
import { openSonatel, sonatelServices } from './sonatel/connector.ts';
import { openWebPayment, webPaymentServices } from './web-payment/connector.ts';

/** Orange Money: four contracts that share a name, selected by the setting `variant`. */
export const orangeMoney = defineProvider({
  id: 'orange-money',
  display_name: 'Orange Money',
  callback_trust: 'hint',
  config_schema,
  secret_fields,
  identity_fields: [
    ...(['variant', 'sandbox', 'country', 'api_path', 'client_id', 'api_username'] as const),
    ...(['merchant_key', 'merchant_code', 'merchant_msisdn', 'channel_msisdn'] as const),
  ],
  operators: orange_operators,
  hosts,
  addressOf,
  abilities: ['payout'],
  same_payment_apart_s: 0,
  servicesOf: (config) => {
    if (isOf(config, 'web-payment')) return webPaymentServices(config);
    if (isOf(config, 'sonatel')) return sonatelServices(config);
    if (isOf(config, 'cameroon')) return cameroonServices(config);
    if (isOf(config, 'burkina')) return burkinaServices(config);
    return [];
  },
  open,
});

function open(config: OrangeConfig, deps: ProviderDependencies): Connector {
  if (isOf(config, 'web-payment')) return openWebPayment(config, deps);
  if (isOf(config, 'sonatel')) return openSonatel(config, deps);
  if (isOf(config, 'cameroon')) return openCameroon(config, deps);
  if (isOf(config, 'burkina')) return openBurkina(config, deps);
  return refuseAll(problemOf(config) ?? 'the settings do not belong together');
}

/**
 * A connector for inconsistent settings: it makes no requests, and a check of the credentials reports the problem.
 */
function refuseAll(problem: string): Connector {
  const raw = { problem };
  const nothing: ConnectorAnswer = { outcome: notAsked('bad_settings'), provider_reference: null, raw };
  return {
    collect: async () => nothing,
    lookup: async () => ({ ...nothing, outcome: { kind: 'unknown', cause: 'unreachable' } }),
    checkCredentials: async () => ({ kind: 'bad', problem }),
    verifyCallback: () => false,
    readCallback: () => [],
  };
}
