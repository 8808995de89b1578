import { randomUUID } from 'node:crypto';
import { type Currency, exponentOf } from '@guichet/kernel/currencies';
import type { FailureReason } from '@guichet/kernel/outcome';
import type { CallbackCall, PayerPlan, Simulator } from '@guichet/simulators/contract';
import { serveSimulator } from '@guichet/simulators/serve';
import { makeMovedTimeline } from '@guichet/simulators/timeline';
import { type ControlledWorld, makeWorld } from '@guichet/simulators/world';
import type { CollectRequest, Direction, PayoutRequest, RawCallback, RefundRequest } from '../contract.ts';
import { makeHttp } from '../http/make-http.ts';
import type { Provider } from '../provider.ts';
import type { Situation, World } from './world.ts';

/** A connector and its simulator, as far as the suite has to know them. */
export interface ProviderSetting {
  readonly provider: Provider;
  makeSimulator(world: ControlledWorld): Simulator;
  /** Configuration of an account at the simulator. */
  config(base_url: string): Readonly<Record<string, unknown>>;
  readonly operator: string;
  readonly currency: Currency;
  /** E.164, and as the connector writes it to the provider. */
  readonly phone: string;
  readonly provider_phone: string;
  /** A part of the path of the request that moves money. */
  readonly money_paths: Partial<Record<Direction, string>>;
  /** The provider's word for a failure after the request was taken; a reason that it never gives is left out. */
  readonly codes: Partial<Record<Direction, Partial<Record<FailureReason, string>>>>;
  /** What the provider never does, each with a word in the connector's README. */
  readonly never: readonly Situation[];
  /** Codes for `asks for a code`. */
  readonly otp?: World['otp'];
}

const start = new Date('2026-03-01T10:00:00Z');
const usual_after_ms = 1_000;
const seed = 1;

/** A world of one provider: its simulator behind real HTTP, in time that the test moves. */
export async function makeProviderWorld(setting: ProviderSetting): Promise<World> {
  const timeline = makeMovedTimeline(start);
  const delivered: RawCallback[] = [];
  const world = makeWorld({ timeline, seed, deliver: (call) => delivered.push(rawOf(call)) });
  const simulator = setting.makeSimulator(world);
  const served = await serveSimulator(simulator, world);
  const client = makeHttp();
  const { provider } = setting;
  const connector = provider.open(setting.config(served.url), {
    clock: timeline,
    http: client.http,
    callback_url: `https://pay.example.com/callbacks/${provider.id}/cac_1`,
  });

  const prepare = (direction: Direction, situation: Situation): boolean => {
    if (setting.never.includes(situation)) return false;
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
    callback_trust: provider.callback_trust,
    clock: timeline,
    otp: setting.otp ?? null,
    delivered: () => delivered,
    makeRequest,
    makePayout:
      connector.payout === undefined
        ? null
        : (situation) => (prepare('payout', situation) ? payoutOf(setting) : undefined),
    makeRefund:
      connector.refund === undefined
        ? null
        : async (situation) => {
            if (!planOf(setting, 'refund', situation) || setting.never.includes(situation)) return undefined;
            const collection = makeRequest('settles later');
            if (!collection) throw new Error('a provider that refunds must collect');
            const signal = new AbortController().signal;
            const { provider_reference } = await connector.collect(collection, signal);
            timeline.advance(usual_after_ms);
            delivered.length = 0;
            prepare('refund', situation);
            return refundOf(collection, provider_reference);
          },
    advance: async (duration_ms) => timeline.advance(duration_ms),
    close: async () => {
      await client.close();
      await served.close();
    },
  };
}

/** What the payer does in a situation; undefined when the provider has no word for it. */
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

function rawOf({ method, url, headers, body }: CallbackCall): RawCallback {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  const reference = /^[0-9a-f-]{36}$/i.test(last) ? last : null;
  return {
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body,
    request: { method, url, reference },
  };
}

/** 1,500 in the major unit. */
const amountOf = (currency: Currency): bigint => 1_500n * 10n ** BigInt(exponentOf(currency));

function collectOf({ operator, phone, currency }: ProviderSetting, now: Date): CollectRequest {
  return {
    reference: randomUUID(),
    operator,
    phone,
    money: { amount_minor: amountOf(currency), currency },
    description: 'Order 481',
    otp: null,
    page_url: 'https://pay.example.com/pay/token',
    session_expires_at: new Date(now.getTime() + 30 * 60_000),
  };
}

function payoutOf({ operator, phone, currency }: ProviderSetting): PayoutRequest {
  return {
    reference: randomUUID(),
    operator,
    phone,
    money: { amount_minor: amountOf(currency), currency },
    first_name: 'Awa',
    last_name: 'Toure',
    description: 'Order 481',
  };
}

function refundOf(collection: CollectRequest, provider_reference: string | null): RefundRequest {
  const { reference, operator, phone, money } = collection;
  return {
    reference: randomUUID(),
    operator,
    phone,
    money,
    collection: { reference, provider_reference, money },
    description: 'Refund of order 481',
  };
}
