import { expect, it } from 'vitest';
import { makeGuard } from '../../../platform/network/guard-address.ts';
import { openSocket } from './open-socket.ts';
import { startPlainServer } from './testing/shop.ts';

it('checks the address of the connection itself, whatever the name server responded', async () => {
  const received: Buffer[] = [];
  const shop = await startPlainServer((socket) => socket.on('data', (chunk) => received.push(chunk)));
  const guard = {
    ...makeGuard([]),
    lookup: ((_host, _options, callback) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }])) as ReturnType<typeof makeGuard>['lookup'],
  };
  for (const protocol of ['http', 'https']) {
    const url = new URL(`${protocol}://shop.example:${shop.port}/`);
    expect(await openSocket({ url, guard }, AbortSignal.timeout(5_000))).toMatchObject({
      stage: 'connection',
      code: 'forbidden_address',
    });
  }
  await shop.close();
  expect(received).toEqual([]);
});
