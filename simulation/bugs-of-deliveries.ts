import type { Bug } from './bug.ts';

// biome-ignore lint/suspicious/noExplicitAny: a planted mistake breaks the contract of what it replaces
type Any = any;

const webhooks = '../packages/core/src/events/webhooks';
const judge = `${webhooks}/delivery/judge.ts`;
const due = `${webhooks}/delivery/queries.ts`;
const endpoints = `${webhooks}/endpoints/queries.ts`;
const told = { told: true } as const;

/** Mistakes in the sending of webhooks. */
export const deliveryBugs: readonly Bug[] = [
  {
    name: 'an error of a merchant’s server counts as delivered',
    found: /counts as delivered, and nobody has acknowledged it/,
    module: judge,
    tilt: told,
    plant: (real) => ({
      judge: (delivery: Any, result: Any, ...more: unknown[]) =>
        real.judge(
          delivery,
          { ...result, status_code: result.status_code === 500 ? 200 : result.status_code },
          ...more,
        ),
    }),
  },
  {
    name: 'a webhook without a response is not sent again',
    found: /was given up after \d+ attempts/,
    module: judge,
    tilt: told,
    plant: (real) => ({
      judge: (delivery: Any, result: Any, ...more: unknown[]) => {
        const verdict = real.judge(delivery, result, ...more);
        return result.status_code === null
          ? { ...verdict, record: { ...verdict.record, status: 'failed', next_attempt_at: null } }
          : verdict;
      },
    }),
  },
  {
    name: 'after a rotation only the old secret signs',
    found: /was not signed with a secret that is \d+ ms old and valid/,
    module: due,
    tilt: told,
    plant: (real) => ({
      readDue: async (...args: unknown[]) =>
        (await real.readDue(...args)).map((one: Any) => ({
          ...one,
          secrets_sealed: one.secrets_sealed.slice(-1),
        })),
    }),
  },
  {
    name: 'an old secret signs for ever',
    found: /was signed with a secret that ended \d+ ms before/,
    module: endpoints,
    tilt: told,
    plant: () => ({ limitSecrets: async () => undefined }),
  },
  {
    name: 'the events that an endpoint missed while it was off are not sent',
    found: /was given up after \d+ attempts|was never scheduled/,
    module: `${webhooks}/deliveries/resends/queries.ts`,
    tilt: told,
    plant: () => ({ listEventsToResend: async () => [] }),
  },
  {
    name: 'one endpoint is notified, and the other is not',
    found: /was never scheduled/,
    module: endpoints,
    tilt: told,
    plant: (real) => ({
      listEnabledEndpoints: async (...args: unknown[]) =>
        (await real.listEnabledEndpoints(...args)).slice(0, 1),
    }),
  },
];
