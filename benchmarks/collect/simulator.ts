import { simulators } from '@guichet/simulators/all';
import { makeMtnMomo } from '@guichet/simulators/mtn-momo/index';
import { serveSimulator } from '@guichet/simulators/serve';
import { makeRealTimeline } from '@guichet/simulators/timeline';
import { makeWorld } from '@guichet/simulators/world';
import { Agent } from 'undici';
import { send } from '../send.ts';

/**
 * Runs MTN's simulator in a separate process, with customers who decide after a given time, in milliseconds, or
 * never (`never`). Prints one JSON line with its address and the settings of an account with it.
 */
const after = process.argv[2] ?? '';
const entry = simulators.find(({ id }) => id === 'mtn-momo');
if (!entry) throw new Error('there is no simulator of mtn-momo');

const agent = new Agent();
const world = makeWorld({
  timeline: makeRealTimeline(),
  seed: 1,
  deliver: ({ url, ...call }) => {
    const { origin, pathname, search } = new URL(url);
    send(agent, { origin, path: `${pathname}${search}`, ...call }).catch((error: unknown) => {
      console.error(`a callback did not arrive: ${error}`);
    });
  },
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
