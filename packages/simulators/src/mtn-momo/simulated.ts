import type { Simulator, World } from '../contract.ts';
import { makeMtnMomo } from './index.ts';

/** The API user that exists from the start, with one key for each product. */
const simulated = {
  target_environment: 'mtnivorycoast',
  api_user: '6d746e2d-6d6f-4d6f-8000-000000000001',
  api_key: 'simulated-api-key',
  collection_subscription_key: 'simulated-collection-key',
  disbursement_subscription_key: 'simulated-disbursement-key',
} as const;

/** MTN in Ivory Coast, as `npm run simulators` starts it. Callbacks may go to this machine. */
export function makeSimulatedMtnMomo(world: World): Simulator {
  const { target_environment, api_user, api_key } = simulated;
  return makeMtnMomo(world, {
    target_environment,
    currency: 'XOF',
    subscription_keys: {
      collection: simulated.collection_subscription_key,
      disbursement: simulated.disbursement_subscription_key,
    },
    users: [{ api_user, api_key, callback_host: 'localhost' }],
    // The form of the published schema; the other form has been observed too.
    reasons: 'object',
  });
}

/** Settings of an account that works with this simulator. */
export function mtnMomoAccount(base_url: string): Readonly<Record<string, string | boolean>> {
  return { ...simulated, base_url, partial_refunds: true };
}
