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
 * Every connector with its simulator, as histories use them. A new one comes at the end, so that the histories that are
 * stored, which name how many there were, stay what they are.
 */
export const simulatedProviders: readonly SimulatedProvider[] = [
  simulate(pawapaySigned),
  // The same wallet as MTN's own account: each is where the other's refusals go.
  simulate({
    ...pawapayOf({}, {}),
    operator: 'mtn_ci',
    phone: mtnMomo.phone,
    provider_phone: mtnMomo.provider_phone,
  }),
  simulate(mtnMomo),
  simulate(wave),
  simulate(mpesaDaraja, {
    cannot_ask_without_answer: true,
    hides_failures: ['payout', 'refund'],
    look_up_without_amount: true,
  }),
  // A page that nobody opened is not paid late either.
  simulate(orangeMoney['web-payment'], {
    cannot_ask_without_answer: true,
    look_up_without_amount: true,
    visits_pages: true,
    spared: ['late_success'],
  }),
  simulate(orangeMoney.sonatel, { visits_pages: true, spared: ['late_success'] }),
  simulate(orangeMoney.cameroon, { cannot_ask_without_answer: true, look_up_without_amount: true }),
  simulate(orangeMoney.burkina, {
    cannot_ask_without_answer: true,
    otp: '123456',
    // It answers once, and there is nothing to ask afterwards.
    spared: ['late_success', 'wrong_amount'],
  }),
  simulate(fedapay),
  simulate(airtelMoney, { look_up_without_amount: true }),
];

/** Those there were when a history was stored. @throws Error when there are fewer now */
export function firstProviders(count: number): readonly SimulatedProvider[] {
  if (count > simulatedProviders.length) throw new Error(`there are no ${count} providers any more`);
  return simulatedProviders.slice(0, count);
}

/** Most providers keep our reference, and can be asked about it and about the amount. */
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
    spared: [],
    cannot_ask_without_answer: false,
    hides_failures: [],
    look_up_without_amount: false,
    ...differences,
  };
}

/** Another number of the same network: with the digits before the last in another way. */
function renumber(phone: string, index: number): string {
  return `${phone.slice(0, -3)}${String(550 + 7 * index).padStart(3, '0')}`;
}

/** Our reference is written whole, without its hyphens, or shortened; Wave names a refund by what it gives back. */
function isOf(transaction: Transaction, { reference, collection_reference }: Asked): boolean {
  const names = [
    reference,
    reference.replaceAll('-', ''),
    orderIdOf(reference),
    `refund:${collection_reference}`,
  ];
  return names.includes(transaction.reference);
}
