import type { Situation, World } from '../conformance/world.ts';
import { exerciseOperator } from '../conformance.ts';
import { sandbox } from './connector.ts';
import { reverse } from './reverse.ts';
import { rightOtp } from './scenarios.ts';
import { makePayout, makeRefund, makeRequest, makeSandboxWorld } from './test-support.ts';

/** `fails: wrong_otp` is missing, because it needs five wrong codes instead of one request. */
const digits: Partial<Record<Situation, string>> = {
  'settles at once': '00',
  'settles later': '99',
  'settles after the session': '11',
  'settles without a callback': '16',
  'settles with two callbacks': '14',
  'settles before the answer': '15',
  'settles another amount': '17',
  'fails, then settles': '18',
  'loses the answer, then settles': '12',
  'loses the answer, then fails': '13',
  'asks for a code': '20',
  redirects: '21',
  'fails: insufficient_funds': '01',
  'fails: payer_cancelled': '02',
  'fails: payer_timeout': '03',
  'fails: limit_exceeded': '04',
  'fails: wrong_pin': '05',
  'fails: not_registered': '06',
  'fails: account_blocked': '07',
  'fails: operator_down': '08',
  'fails: other': '13',
};

/** Payouts and refunds have no customer who could act. */
const withoutCustomer = (situation: Situation): string | undefined =>
  situation === 'asks for a code' || situation === 'redirects' ? undefined : digits[situation];

exerciseOperator('sandbox', async (): Promise<World> => {
  const world = makeSandboxWorld();
  return {
    connector: world.connector,
    callback_trust: sandbox.callback_trust,
    clock: world.clock,
    otp: { right: rightOtp, wrong: '908172' },
    delivered: () => world.delivered.map(({ raw }) => raw),
    makeRequest: (situation) => {
      const wanted = digits[situation];
      return wanted === undefined ? undefined : makeRequest(wanted, world.clock.now());
    },
    makePayout: (situation) => {
      const wanted = withoutCustomer(situation);
      return wanted === undefined ? undefined : makePayout(wanted);
    },
    makeRefund: (situation, extent) => {
      const wanted = withoutCustomer(situation);
      return wanted === undefined ? undefined : makeRefund(wanted, extent === 'full' ? 5_000n : 1_999n);
    },
    reverse: async (_, reference) =>
      (await reverse(world.config, world.dependencies, reference))?.kind === 'reversed',
    advance: async (duration_ms) => world.advance(duration_ms),
    close: async () => undefined,
  };
});
