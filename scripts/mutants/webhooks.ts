import type { Mutant } from './mutant.ts';

const core = 'packages/core/src';

/** Events, and the webhooks by which merchants learn of them. */
export const webhooks: readonly Mutant[] = [
  {
    name: 'the signature of a webhook does not cover its time',
    file: `${core}/events/webhooks/delivery/sign.ts`,
    find: 'hmac(secret, `${timestamp}.${body}`)',
    replace: 'hmac(secret, body)',
    tests: [`${core}/events/webhooks/delivery/sign.test.ts`],
  },
  {
    name: 'while a secret is rotated, only the new one signs',
    file: `${core}/events/webhooks/delivery/sign.ts`,
    find: 'const own = secrets.map(',
    replace: 'const own = secrets.slice(0, 1).map(',
    tests: [`${core}/events/webhooks/delivery/sign.test.ts`],
  },
  {
    name: 'a secret that has ended goes on signing',
    file: `${core}/events/webhooks/delivery/queries.ts`,
    find: '          and (secret.expires_at is null or secret.expires_at > ${now})\n',
    replace: '',
    tests: [`${core}/events/webhooks/endpoints/rotate-secret.test.ts`],
  },
  {
    name: 'the first wait between tries is left out',
    file: `${core}/events/webhooks/delivery/retry-schedule.ts`,
    find: 'retry_waits_ms[failed_tries - 1]',
    replace: 'retry_waits_ms[failed_tries]',
    tests: [`${core}/events/webhooks/delivery/retry-schedule.test.ts`],
  },
  {
    name: 'the fourth wait between tries is ten seconds',
    file: `${core}/events/webhooks/delivery/retry-schedule.ts`,
    find: '  10 * minute_ms,',
    replace: '  10 * second_ms,',
    tests: [`${core}/events/webhooks/delivery/retry-schedule.test.ts`],
  },
  {
    name: 'a webhook is tried again sooner than its receiver asked for',
    file: `${core}/events/webhooks/delivery/retry-schedule.ts`,
    find: 'return Math.max(spread_ms, Math.min(retry_after_ms ?? 0, retry_after_max_ms));',
    replace: 'return spread_ms;',
    tests: [`${core}/events/webhooks/delivery/retry-schedule.test.ts`],
  },
  {
    name: 'a redirect counts as delivered',
    file: `${core}/events/webhooks/delivery/judge.ts`,
    find: 'status_code >= 200 && status_code < 300',
    replace: 'status_code >= 200 && status_code < 400',
    tests: [`${core}/events/webhooks/delivery/judge.test.ts`],
  },
  {
    name: 'an endpoint that is gone is told for ever',
    file: `${core}/events/webhooks/delivery/judge.ts`,
    find: "  if (status_code === gone) return 'gone';\n",
    replace: '',
    tests: [`${core}/events/webhooks/delivery/judge.test.ts`],
  },
  {
    name: 'an endpoint is left alone after the sixth failure, not the fifth',
    file: `${core}/events/webhooks/delivery/judge.ts`,
    find: 'const failures_until_open = 5;',
    replace: 'const failures_until_open = 6;',
    tests: [`${core}/events/webhooks/delivery/judge.test.ts`],
  },
  {
    name: 'endpoints are told what they do not listen to',
    file: `${core}/events/webhooks/deliveries/schedule.ts`,
    find: '      .filter(({ event_types }) => event_types === null || event_types.includes(event.type))\n',
    replace: '',
    tests: [`${core}/events/emit.test.ts`],
  },
  {
    name: 'endpoints of test mode are told of live payments',
    file: `${core}/events/webhooks/deliveries/schedule.ts`,
    find: 'listEnabledEndpoints(tx, merchant_id, mode)',
    replace: "listEnabledEndpoints(tx, merchant_id, mode === 'live' ? 'test' : 'live')",
    tests: [`${core}/events/emit.test.ts`],
  },
  {
    name: 'every event of an object is its first',
    file: `${core}/events/queries.ts`,
    find: 'coalesce(max(sequence), 0) + 1',
    replace: 'coalesce(min(sequence), 1)',
    tests: [`${core}/events/emit.test.ts`],
  },
  {
    name: 'an event says the other mode',
    file: `${core}/events/emit.ts`,
    find: "livemode: mode === 'live',",
    replace: "livemode: mode !== 'live',",
    tests: [`${core}/events/emit.test.ts`],
  },
  {
    name: 'the feed of events shows those of the other mode',
    file: `${core}/events/queries.ts`,
    find: "    .where('mode', '=', owner.mode)\n    .where('position', '>', page.after)\n",
    replace: "    .where('position', '>', page.after)\n",
    tests: [`${core}/events/list.test.ts`],
  },
  {
    name: 'the feed of events goes past one that is being written',
    file: `${core}/events/queries.ts`,
    find: '  await sql`select pg_advisory_xact_lock(${feedLock(owner)})`.execute(tx);\n',
    replace: '',
    tests: [`${core}/events/list.test.ts`],
  },
  {
    name: 'the event of another merchant can be read',
    file: `${core}/events/queries.ts`,
    find: "    .where('merchant_id', '=', merchant_id)\n    .where('id', '=', id)\n",
    replace: "    .where('id', '=', id)\n",
    tests: [`${core}/events/emit.test.ts`],
  },
];
