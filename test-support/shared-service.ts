import { createKey } from '@guichet/core/accounts';
import { fundSandboxOnce } from '@guichet/core/operations';
import { makeDemoMerchant, play_money } from '@guichet/server/demo/prepare-demo';
import { commandOf } from './actors.ts';
import { chooseFreePort, startTestService, type TestService } from './service.ts';
import { atWorkerEnd } from './worker-end.ts';

let shared: Promise<TestService> | undefined;

/** Starts a service at a host name, which passkeys require. */
export async function startLocalService(): Promise<TestService> {
  const port = await chooseFreePort();
  const url = `http://localhost:${port}`;
  const service = await startTestService({ env: { PORT: String(port), PUBLIC_URL: url } });
  return { ...service, url };
}

/**
 * Shares the service of this worker, which starts for the first file that needs it, with a demo merchant for each
 * file. Files run one after another, each with its own merchants, so none sees the data of another; files that
 * change data that all merchants share start their own service.
 *
 * `stop` leaves it running for the next file.
 */
export async function shareService(): Promise<TestService> {
  shared ??= startLocalService().then((service) => {
    atWorkerEnd(() => service.stop());
    return service;
  });
  const service = await shared;
  const merchant_id = await makeDemoMerchant(service.ctx, false);
  // As in the demo, the people in tests sign in with a password alone.
  await service.ctx.pool.query('update merchants set second_factor_in_live = false where id = $1', [
    merchant_id,
  ]);
  await fundSandboxOnce(service.ctx, commandOf(merchant_id), play_money);
  const { key: test_key } = await createKey(service.ctx, commandOf(merchant_id, 'test'), {});
  return {
    ...service,
    demo: { merchant_id, test_key },
    stop: async () => service.expectDocumented(),
  };
}
