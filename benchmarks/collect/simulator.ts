import { silentLog } from '@guichet/kernel/log';
import { simulators } from '@guichet/simulators/all';
import { makeMtnMomo } from '@guichet/simulators/mtn-momo/index';
import { makeSendCallback } from '@guichet/simulators/send-callback';
import { serveSimulator } from '@guichet/simulators/serve';
import { makeRealTimeline } from '@guichet/simulators/timeline';
import { makeWorld } from '@guichet/simulators/world';

/**
 * MTN's simulator in a process of its own, with customers who take a given time, in milliseconds, or never decide
 * (`never`). Prints one JSON line: its address, and the settings of an account at it.
 */
const after = process.argv[2] ?? '';
const entry = simulators.find(({ id }) => id === 'mtn-momo');
if (!entry) throw new Error('there is no simulator of mtn-momo');

const world = makeWorld({
  timeline: makeRealTimeline(),
  seed: 1,
  deliver: makeSendCallback({ log: silentLog }),
});
const account = entry.account('');
const simulator = makeMtnMomo(world, {
  target_environment: String(account.target_environment),
  currency: 'XOF',
  subscription_keys: {
    collection: String(account.collection_subscription_key),
    disbursement: String(account.disbursement_subscription_key),
  },
  users: [
    { api_user: String(account.api_user), api_key: String(account.api_key), callback_host: 'localhost' },
  ],
  usual_after_ms: after === 'never' ? null : Number(after),
});
const { url } = await serveSimulator(simulator, world);
console.log(JSON.stringify({ url, account: entry.account(url) }));
