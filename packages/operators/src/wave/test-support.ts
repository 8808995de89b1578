import { asCurrency } from '@guichet/kernel/currencies';
import { makeWave } from '@guichet/simulators/wave/make-wave';
import { makeProviderWorld, type ProviderSetting } from '../conformance/provider-world.ts';
import type { Situation, World } from '../conformance/world.ts';
import { wave } from './index.ts';

const phone = '+221770000001';

export const setting: ProviderSetting = {
  provider: wave,
  makeSimulator: (world) => makeWave(world),
  config: (base_url) => ({
    base_url,
    country: 'SN',
    api_key: 'wave_sn_prod_simulated',
    webhook_secret: 'wave_sn_WHS_simulated',
  }),
  operator: 'wave_sn',
  currency: asCurrency('XOF'),
  phone,
  provider_phone: phone,
  money_paths: { collect: '/v1/checkout/sessions', payout: '/v1/payout', refund: '/refund' },
  codes: {
    // A failed attempt leaves the link open: nothing fails before the link expires.
    collect: {},
    payout: {
      insufficient_funds: 'insufficient-funds',
      limit_exceeded: 'recipient-limit-exceeded',
      account_blocked: 'recipient-account-blocked',
      not_registered: 'recipient-account-inactive',
      other: 'recipient-minor',
    },
  },
  // The suite requests the link when the session begins; both are valid for 30 minutes.
  never: ['settles after the session', 'asks for a code'],
};

/** Payouts and refunds have no webhook, and a refund is made immediately or not at all. */
const refund_situations: readonly Situation[] = ['settles at once', 'loses the answer, then settles'];
const callback_situations: readonly Situation[] = ['settles before the answer', 'settles with two callbacks'];

export async function makeWaveWorld(): Promise<World> {
  const world = await makeProviderWorld(setting);
  const { makePayout, makeRefund } = world;
  if (!makePayout || !makeRefund) throw new Error('Wave pays out and refunds');
  return {
    ...world,
    silent: ['payout', 'refund'],
    keyless: ['collect'],
    makePayout: (situation) => (callback_situations.includes(situation) ? undefined : makePayout(situation)),
    makeRefund: (situation, extent) =>
      refund_situations.includes(situation) ? makeRefund(situation, extent) : undefined,
  };
}
