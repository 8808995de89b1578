import { randomUUID } from 'node:crypto';
import { type Currency, exponentOf } from '@guichet/kernel/currencies';
import type { Money } from '@guichet/kernel/money';
import type { FailureReason } from '@guichet/kernel/outcome';
import type { PayerPlan, Simulator } from '@guichet/simulators/contract';
import type { ControlledWorld } from '@guichet/simulators/world';
import type { CollectRequest, Direction, PayoutRequest, RefundRequest } from '../contract.ts';
import type { Provider } from '../provider.ts';
import { startProvider } from './start-provider.ts';
import type { Extent, Situation, World } from './world.ts';

/** A connector and its simulator, as the suite needs them. */
export interface ProviderSetting {
  readonly provider: Provider;
  makeSimulator(world: ControlledWorld): Simulator;
  /** Configuration of an account whose provider is the simulator at this URL. */
  config(base_url: string): Readonly<Record<string, unknown>>;
  readonly operator: string;
  readonly currency: Currency;
  /** The payer's number in E.164, and as the connector sends it to the provider. */
  readonly phone: string;
  readonly provider_phone: string;
  /** A part of the path of the request that moves money. */
  readonly money_paths: Partial<Record<Direction, string>>;
  /**
   * The provider's code for a failure after the request was accepted; omitted for reasons that it never
   * gives.
   */
  readonly codes: Partial<Record<Direction, Partial<Record<FailureReason, string>>>>;
  /** Situations that never occur with the provider, each explained in the connector's README. */
  readonly never: readonly Situation[];
  /** Situations that never occur in one direction. */
  readonly never_in?: Partial<Record<Direction, readonly Situation[]>>;
  readonly silent?: readonly Direction[];
  readonly keyless?: readonly Direction[];
  /** Codes for `asks for a code`. */
  readonly otp?: World['otp'];
}

const usual_after_ms = 1_000;

/**
 * Makes a world with one provider: the connector calls the provider's simulator over real HTTP, and both use the
 * test's clock.
 */
export async function makeProviderWorld(setting: ProviderSetting): Promise<World> {
  const { connector, simulator, world, timeline, delivered, close } = await startProvider(setting);

  const prepare = (direction: Direction, situation: Situation): boolean => {
    if (isNever(setting, direction, situation)) return false;
    const plan = planOf(setting, direction, situation);
    if (!plan) return false;
    world.plans.set(setting.provider_phone, plan);
    const place = setting.money_paths[direction] ?? '';
    if (situation.startsWith('loses the answer')) world.faults.next.push({ kind: 'drop_after', place });
    if (situation === 'settles without a callback') world.faults.next.push({ kind: 'no_callback' });
    if (situation === 'settles with two callbacks') world.faults.next.push({ kind: 'duplicate_callback' });
    return true;
  };
  const makeRequest = (situation: Situation): CollectRequest | undefined =>
    prepare('collect', situation) ? collectOf(setting, timeline.now()) : undefined;

  return {
    connector,
    callback_trust: connector.callback_trust ?? setting.provider.callback_trust,
    clock: timeline,
    otp: setting.otp ?? null,
    silent: setting.silent ?? [],
    keyless: setting.keyless ?? [],
    delivered: () => delivered,
    makeRequest,
    makePayout:
      connector.payout === undefined
        ? null
        : (situation) => (prepare('payout', situation) ? payoutOf(setting) : undefined),
    makeRefund:
      connector.refund === undefined
        ? null
        : async (situation, extent) => {
            if (!planOf(setting, 'refund', situation) || isNever(setting, 'refund', situation))
              return undefined;
            if (extent === 'partial' && !givesParts(setting)) return undefined;
            const collection = makeRequest('settles later');
            if (!collection) throw new Error('a provider that refunds must collect');
            const signal = new AbortController().signal;
            const { provider_reference } = await connector.collect(collection, signal);
            timeline.advance(usual_after_ms);
            prepare('refund', situation);
            return refundOf(collection, provider_reference, extent);
          },
    reverse: async (_, reference) => simulator.reverse?.(reference) ?? false,
    reversible_for_h: setting.provider.reversible_for_h ?? {},
    advance: async (duration_ms) => timeline.advance(duration_ms),
    close,
  };
}

function isNever({ never, never_in }: ProviderSetting, direction: Direction, situation: Situation): boolean {
  return never.includes(situation) || (never_in?.[direction]?.includes(situation) ?? false);
}

/** Whether the account's services allow partial refunds, which is what core relies on. */
function givesParts({ provider, config, operator }: ProviderSetting): boolean {
  const services = provider.servicesOf(config('http://localhost'));
  return services.find((one) => one.operator === operator)?.refund_parts !== false;
}

/** The payer's behavior in a situation; undefined when the provider has no code for it. */
function planOf(setting: ProviderSetting, direction: Direction, situation: Situation): PayerPlan | undefined {
  const codes = setting.codes[direction] ?? {};
  const [anyCode] = Object.values(codes);
  const later = { after_ms: usual_after_ms, end: 'success' };
  if (situation.startsWith('fails: ')) {
    const code = codes[situation.slice('fails: '.length) as FailureReason];
    return code === undefined ? undefined : { after_ms: usual_after_ms, end: code };
  }
  switch (situation) {
    case 'settles at once':
    case 'settles before the answer':
      return { after_ms: 0, end: 'success' };
    case 'settles after the session':
      return { after_ms: 30.5 * 60_000, end: 'success' };
    case 'settles another amount':
      return { ...later, wrong_amount: true };
    case 'fails, then settles':
      return anyCode === undefined
        ? undefined
        : { after_ms: usual_after_ms, end: anyCode, afterwards: { after_ms: 20_000, end: 'success' } };
    case 'loses the answer, then fails':
      return anyCode === undefined ? undefined : { after_ms: usual_after_ms, end: anyCode };
    default:
      return later;
  }
}

/** In the major unit. */
const asked_amount = 1_500n;
const part_amount = 400n;

function moneyOf(amount: bigint, currency: Currency): Money {
  return { amount_minor: amount * 10n ** BigInt(exponentOf(currency)), currency };
}

function collectOf({ operator, phone, currency }: ProviderSetting, now: Date): CollectRequest {
  return {
    reference: randomUUID(),
    operator,
    phone,
    money: moneyOf(asked_amount, currency),
    description: 'Order 481',
    otp: null,
    page_url: 'https://pay.example.com/pay/token',
    return_url: 'https://pay.example.com/pay/token?returned=1',
    session_expires_at: new Date(now.getTime() + 30 * 60_000),
  };
}

function payoutOf({ operator, phone, currency }: ProviderSetting): PayoutRequest {
  return {
    reference: randomUUID(),
    operator,
    phone,
    money: moneyOf(asked_amount, currency),
    first_name: 'Awa',
    last_name: 'Toure',
    description: 'Order 481',
  };
}

function refundOf(
  collection: CollectRequest,
  provider_reference: string | null,
  extent: Extent,
): RefundRequest {
  const { reference, operator, phone, money } = collection;
  return {
    reference: randomUUID(),
    operator,
    phone,
    money: extent === 'full' ? money : moneyOf(part_amount, money.currency),
    collection: { reference, provider_reference, money },
    description: 'Refund of order 481',
  };
}
