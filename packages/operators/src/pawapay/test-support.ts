import { generateKeyPairSync } from 'node:crypto';
import { asCurrency } from '@guichet/kernel/currencies';
import { makePawapay, type PawapayOptions } from '@guichet/simulators/pawapay/simulator';
import type { ProviderSetting } from '../conformance/provider-world.ts';
import { pawapay } from './index.ts';

const api_token = 'conformance-token';
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const signing_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const public_pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** Situations that never occur with pawaPay: the README explains why. */
const never: ProviderSetting['never'] = ['settles at once', 'asks for a code', 'redirects'];

/** An account at the simulator. */
export function settingOf(
  options: Omit<PawapayOptions, 'api_token'>,
  config: Readonly<Record<string, unknown>>,
): ProviderSetting {
  return {
    provider: pawapay,
    makeSimulator: (world) => makePawapay(world, { api_token, ...options }),
    config: (base_url) => ({ base_url, api_token, ...config }),
    operator: 'mtn_bj',
    currency: asCurrency('XOF'),
    phone: '+2290197000001',
    provider_phone: '2290197000001',
    money_paths: { collect: '/v2/deposits', payout: '/v2/payouts', refund: '/v2/refunds' },
    codes: {
      collect: {
        insufficient_funds: 'INSUFFICIENT_BALANCE',
        payer_cancelled: 'PAYMENT_NOT_APPROVED',
        limit_exceeded: 'PAYER_LIMIT_REACHED',
        not_registered: 'PAYER_NOT_FOUND',
        other: 'UNSPECIFIED_FAILURE',
      },
      payout: {
        limit_exceeded: 'WALLET_LIMIT_REACHED',
        not_registered: 'RECIPIENT_NOT_FOUND',
        other: 'UNSPECIFIED_FAILURE',
      },
      refund: { not_registered: 'RECIPIENT_NOT_FOUND', other: 'UNSPECIFIED_FAILURE' },
    },
    never,
  };
}

/** An account with signed requests and callbacks. */
export const signed = settingOf(
  { merchant_keys: { KEY_1: public_pem }, callback_signature: 'der' },
  { signed_callbacks: true, signing_key, signing_key_id: 'KEY_1' },
);
