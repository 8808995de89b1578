import { asCurrency } from '@guichet/kernel/currencies';
import type { ProviderSetting } from '@guichet/operators/conformance/provider-world';
import { makeAcmePay } from '../simulator/index.ts';
import { acmePay } from './index.ts';

const keys = { api_key: 'key-of-the-simulator', callback_secret: 'secret-of-the-simulator' };
const codes = {
  insufficient_funds: 'no_funds',
  payer_cancelled: 'declined',
  payer_timeout: 'no_answer',
  limit_exceeded: 'over_limit',
  not_registered: 'no_wallet',
  operator_down: 'operator_offline',
  other: 'word_from_the_future',
} as const;

/** The connector and its simulator, for the conformance suite and the simulation. */
export const setting: ProviderSetting = {
  provider: acmePay,
  makeSimulator: (world) => makeAcmePay(world, keys),
  config: (base_url) => ({ base_url, ...keys, operator: 'mtn_ci', currency: 'XOF' }),
  operator: 'mtn_ci',
  currency: asCurrency('XOF'),
  phone: '+2250548151600',
  provider_phone: '+2250548151600',
  money_paths: { collect: '/v1/transfers', payout: '/v1/transfers', refund: '/v1/transfers' },
  codes: { collect: codes, payout: codes, refund: codes },
  // Acme Pay responds before it asks the payer, requires no code and has no page.
  never: ['settles at once', 'asks for a code', 'redirects'],
};
