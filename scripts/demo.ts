import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { startShop } from '@guichet/example-shop/start';

/**
 * `npm run demo`: Guichet and the example shop side by side, connected by a webhook endpoint of the demo merchant.
 * Accepts the settings of the service; `SHOP_PORT` changes the shop's port (4000).
 */
const cli = 'packages/cli/src/main.ts';
const shop_port = Number(process.env.SHOP_PORT || 4000);

interface Ready {
  readonly url: string;
  readonly demo: { readonly base_url: string; readonly merchant_id: string; readonly test_key: string };
}

/** The ids stored between runs, so that each run does not add another endpoint for the same shop. */
interface Kept {
  readonly merchant_id: string;
  readonly url: string;
  readonly secret: string;
}

const service = spawn(process.execPath, [cli, 'serve', '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
const ready = await readyLine();
if (ready) {
  // From now on, the service's output is its log.
  service.stdout.pipe(process.stdout);
  const shop = await openShop(ready);
  console.log(`
The shop is open at   ${shop.url}
Guichet runs at       ${ready.url}

Open the shop, buy, and pay with a number that ends in 00 (paid at once), 01 (not enough money) or any other
(paid after a second). Nothing real is charged. Stop both with Ctrl-C.
`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(service, 'exit')]);
  await shop.close();
  if (service.exitCode === null) {
    const exited = once(service, 'exit');
    service.kill('SIGTERM');
    await exited;
  }
}

/** @returns the service's output once it is ready; undefined if it could not start and has printed the reason. */
async function readyLine(): Promise<Ready | undefined> {
  for await (const line of createInterface({ input: service.stdout })) {
    const said = parse(line);
    if (said && 'ready' in said) return said as unknown as Ready;
    if (said && 'error' in said) console.error((said.error as { message: string }).message);
    else console.log(line);
  }
  process.exitCode = 1;
  return undefined;
}

function parse(line: string): Record<string, unknown> | undefined {
  return line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : undefined;
}

async function openShop({ demo }: Ready) {
  const url = `http://localhost:${shop_port}/webhook`;
  return startShop({
    base_url: demo.base_url,
    api_key: demo.test_key,
    webhook_secret: await webhookSecret(demo.merchant_id, url),
    port: shop_port,
  });
}

async function webhookSecret(merchant_id: string, url: string): Promise<string> {
  const path = join(process.env.DATA_DIR || '.guichet', 'demo-shop.json');
  const kept = await readFile(path, 'utf8').then(
    (text) => JSON.parse(text) as Kept,
    // The first run: nothing is stored yet.
    () => undefined,
  );
  if (kept?.merchant_id === merchant_id && kept.url === url) return kept.secret;
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...[cli, 'webhooks', 'create', '--json', '--mode', 'test'],
    // The shop is not running yet, because it needs the secret first.
    ...['--merchant', merchant_id, '--url', url, '--skip-doctor'],
  ]);
  const { secret } = JSON.parse(stdout) as { secret: string };
  await writeFile(path, JSON.stringify({ merchant_id, url, secret } satisfies Kept), { mode: 0o600 });
  return secret;
}
