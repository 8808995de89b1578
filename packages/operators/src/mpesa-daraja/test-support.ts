import { asCurrency } from '@guichet/kernel/currencies';
import type { Outcome } from '@guichet/kernel/outcome';
import { simulatedCertificate } from '@guichet/simulators/mpesa-daraja/certificate';
import { makeDaraja } from '@guichet/simulators/mpesa-daraja/make-daraja';
import { makeProviderWorld, type ProviderSetting } from '../conformance/provider-world.ts';
import type { Situation, World } from '../conformance/world.ts';
import type { Connector, Direction, RawCallback } from '../contract.ts';
import { mpesaDaraja } from './index.ts';

/** An account with the simulator that has every ability. */
export const account = {
  environment: 'sandbox',
  consumer_key: 'simulated-consumer-key',
  consumer_secret: 'simulated-consumer-secret',
  short_code: '600100',
  passkey: 'simulated-passkey',
  callback_key: 'a long random text of our own',
  initiator_name: 'testapi',
  initiator_password: 'simulated-password',
  certificate: simulatedCertificate,
  refund_by: 'reversal',
  partial_reversals: true,
};

export const setting: ProviderSetting = {
  provider: mpesaDaraja,
  makeSimulator: (world) => makeDaraja(world),
  config: (base_url) => ({ ...account, base_url }),
  operator: 'mpesa_ke',
  currency: asCurrency('KES'),
  phone: '+254712000099',
  provider_phone: '254712000099',
  money_paths: { collect: '/stkpush/', payout: '/b2c/', refund: '/reversal/' },
  codes: {
    collect: {
      insufficient_funds: '1',
      limit_exceeded: '17',
      operator_down: '26',
      payer_cancelled: '1032',
      payer_timeout: '1037',
      wrong_pin: '2001',
      other: '1001',
    },
    payout: { insufficient_funds: '1', not_registered: '2040', operator_down: '2001' },
    refund: { operator_down: '2001' },
  },
  // A push, a payout and a reversal are only ever accepted; the result comes later.
  never: ['settles at once', 'asks for a code', 'redirects'],
};

/** The response to an inquiry has no amount, so the requested amount is assumed. */
const not_collecting: readonly Situation[] = ['settles another amount'];

export async function makeDarajaWorld(): Promise<World> {
  const world = await makeProviderWorld(setting);
  const { makePayout, makeRefund } = world;
  if (!makePayout || !makeRefund) throw new Error('the account pays out and reverses');
  const kept = keep(world);
  return {
    ...world,
    connector: kept.connector,
    keyless: ['collect', 'refund'],
    delivered: () => world.delivered().filter((raw) => !isStatus(raw)),
    makeRequest: (situation) =>
      not_collecting.includes(situation) ? undefined : world.makeRequest(situation),
    makeRefund: async (situation, extent) => {
      const request = await makeRefund(situation, extent);
      if (!request) return undefined;
      kept.take();
      const { collection } = request;
      const receipt = kept.receipts.get(collection.reference) ?? null;
      return { ...request, collection: { ...collection, receipt } };
    },
  };
}

const isStatus = ({ request }: RawCallback): boolean => /token=(payout_)?status\./.test(request?.url ?? '');

/**
 * Wraps the connector so that it does what the service would do: it stores the provider's ids and receipts, and
 * applies trusted callbacks, which end payouts and reversals.
 */
function keep(world: World) {
  const { connector } = world;
  const names = new Map<string, string>();
  const receipts = new Map<string, string>();
  const ends = new Map<string, Outcome>();
  let taken = 0;

  const note = (reference: string | null, name: string | null): void => {
    if (reference !== null && name !== null && !names.has(reference)) names.set(reference, name);
  };
  const take = (): void => {
    const fresh = world.delivered().slice(taken);
    taken += fresh.length;
    for (const notice of fresh.flatMap((raw) => connector.readCallback(raw))) {
      const { reference, provider_reference, outcome, trust, receipt } = notice;
      note(reference, provider_reference);
      if (reference === null) continue;
      if (receipt !== undefined) receipts.set(reference, receipt);
      if (trust !== 'signed') continue;
      // Of several failures, the first one is kept, with its reason. A later success replaces a failure.
      if (outcome.kind === 'settled' || (outcome.kind === 'failed' && !ends.has(reference))) {
        ends.set(reference, outcome);
      }
    }
  };
  const noting = (direction: Direction) =>
    ({
      collect: connector.collect,
      payout: connector.payout ?? never,
      refund: connector.refund ?? never,
    })[direction];
  const sendWith =
    (direction: Direction) => async (request: { readonly reference: string }, signal: AbortSignal) => {
      const send = noting(direction) as Connector['collect'];
      const answer = await send(request as Parameters<Connector['collect']>[0], signal);
      note(request.reference, answer.provider_reference);
      return answer;
    };
  const kept: Connector = {
    ...connector,
    collect: sendWith('collect'),
    payout: sendWith('payout'),
    refund: sendWith('refund'),
    lookup: async (request, signal) => {
      take();
      const known = request.provider_reference ?? names.get(request.reference) ?? null;
      const answer = await connector.lookup({ ...request, provider_reference: known }, signal);
      // The response to a status inquiry is a callback too.
      take();
      const outcome = ends.get(request.reference);
      return outcome ? { ...answer, outcome } : answer;
    },
  };
  return { connector: kept, receipts, take };
}

function never(): never {
  throw new Error('the account cannot do that');
}
