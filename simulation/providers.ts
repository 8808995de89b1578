import { setting as airtelMoney } from '@guichet/operators/airtel-money/test-support';
import type { ProviderSetting } from '@guichet/operators/conformance/provider-world';
import { setting as fedapay } from '@guichet/operators/fedapay/test-support';
import { setting as mpesaDaraja } from '@guichet/operators/mpesa-daraja/test-support';
import { setting as mtnMomo } from '@guichet/operators/mtn-momo/test-support';
import { orderIdOf } from '@guichet/operators/orange-money/order-id';
import { settings as orangeMoney } from '@guichet/operators/orange-money/test-support';
import { settingOf as pawapayOf, signed as pawapaySigned } from '@guichet/operators/pawapay/test-support';
import { setting as wave } from '@guichet/operators/wave/test-support';
import type { Direction, Transaction } from '@guichet/simulators/contract';
import type { Asked, SimulatedProvider } from './simulated-provider.ts';

/**
 * Every connector with its simulator, as histories use them. New ones are added at the end, so that stored
 * histories, which contain the number of providers, do not change.
 */
export const simulatedProviders: readonly SimulatedProvider[] = [
  simulate(pawapaySigned),
  // This account and the next reach the same wallets. If one of them refuses a payment, the service tries the
  // other.
  simulate({
    ...pawapayOf({}, {}),
    operator: 'mtn_ci',
    phone: mtnMomo.phone,
    provider_phone: mtnMomo.provider_phone,
  }),
  simulate(mtnMomo),
  simulate(wave, { keyless: ['collect'] }),
  simulate(mpesaDaraja, {
    keyless: ['collect', 'refund'],
    cannot_ask_without_answer: true,
    hides_failures: ['payout', 'refund'],
    inquiry_without_amount: true,
  }),
  // No late successes: the customer cannot pay on a page that was never opened.
  simulate(orangeMoney['web-payment'], {
    cannot_ask_without_answer: true,
    inquiry_without_amount: true,
    visits_pages: true,
    keyless: ['collect'],
    spared: ['late_success'],
  }),
  simulate(orangeMoney.sonatel, { visits_pages: true, keyless: ['collect'], spared: ['late_success'] }),
  simulate(orangeMoney.cameroon, { cannot_ask_without_answer: true, inquiry_without_amount: true }),
  simulate(orangeMoney.burkina, {
    cannot_ask_without_answer: true,
    otp: '123456',
    // The operator responds only once, and has no inquiry.
    spared: ['late_success', 'wrong_amount'],
  }),
  simulate(fedapay),
  simulate(airtelMoney, { inquiry_without_amount: true }),
];

/** The providers that existed when a history was stored. @throws Error when there are fewer now */
export function firstProviders(count: number): readonly SimulatedProvider[] {
  if (count > simulatedProviders.length) throw new Error(`there are no longer ${count} providers`);
  return simulatedProviders.slice(0, count);
}

/**
 * Makes a simulated provider. Most providers store our reference and report it, with the amount, in an
 * inquiry; `differences` describes the others.
 */
function simulate(setting: ProviderSetting, differences: Partial<SimulatedProvider> = {}): SimulatedProvider {
  const { provider, makeSimulator, config, operator, currency } = setting;
  return {
    provider,
    makeSimulator,
    config,
    operator,
    currency,
    phoneOf: (index) => ({
      e164: renumber(setting.phone, index),
      told: renumber(setting.provider_phone, index),
    }),
    refusals: Object.fromEntries(
      Object.entries(setting.codes).map(([direction, codes]) => [direction, Object.values(codes)]),
    ) as Partial<Record<Direction, readonly string[]>>,
    isOf,
    visits_pages: false,
    keyless: setting.keyless ?? [],
    spared: [],
    cannot_ask_without_answer: false,
    hides_failures: [],
    inquiry_without_amount: false,
    ...differences,
  };
}

/** Returns a different number of the same network, by replacing the last three digits. */
function renumber(phone: string, index: number): string {
  return `${phone.slice(0, -3)}${String(550 + 7 * index).padStart(3, '0')}`;
}

/**
 * Tells whether a transaction has our reference: in full, without hyphens, or shortened. Wave names a refund
 * after its collection.
 */
function isOf(transaction: Transaction, { reference, collection_reference }: Asked): boolean {
  const names = [
    reference,
    reference.replaceAll('-', ''),
    orderIdOf(reference),
    `refund:${collection_reference}`,
  ];
  return names.includes(transaction.reference);
}
