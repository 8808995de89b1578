import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { signWebhook } from '../src/index.ts';
import type { Runtime } from './list.ts';
import type { Result } from './run-checks.ts';
import { withWorkerd } from './run-program.ts';

const page = resolve(import.meta.dirname, '../../../docs/guides/webhooks.md');
const secret = 'whsec_Z3VpY2hldC13ZWJob29rLXNlY3JldC0zMi1ieXRlcyE=';
const body = JSON.stringify({ id: 'evt_1', event: 'payment.successful', sequence: 1, data: { id: 'pay_1' } });

/** The secret is a binding, as created by `wrangler secret put`. */
const settings = `
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "shop", worker = .shop)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "shop")],
);

const shop :Workerd.Worker = (
  modules = [(name = "guide.mjs", esModule = embed "guide.mjs")],
  bindings = [(name = "GUICHET_WEBHOOK_SECRET", text = "${secret}")],
  compatibilityDate = "2024-01-01",
);
`;

/**
 * Serves the worker example of the webhooks guide in workerd, exactly as printed, and sends it a real webhook and
 * a forged one.
 *
 * @param folder a project that has the packed library installed
 */
export async function tryGuide({ executable }: Runtime, folder: string): Promise<readonly Result[]> {
  await build({
    stdin: { contents: await readExample(), resolveDir: folder, loader: 'ts' },
    outfile: join(folder, 'guide.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    // Hono is a development dependency of the repository.
    nodePaths: [resolve(import.meta.dirname, '../../../node_modules')],
  });
  const path = join(folder, 'guide.capnp');
  await writeFile(path, settings);
  return withWorkerd(executable, path, async (url) => [
    await expectStatus('accepts a real webhook', 200, () => post(url, body)),
    await expectStatus('refuses a modified webhook', 401, () => post(url, body.replace('pay_1', 'pay_2'))),
  ]);
}

async function readExample(): Promise<string> {
  const text = await readFile(page, 'utf8');
  const [, code] = /^### Hono\n[^`]*```ts[^\n]*\n(.*?)^```$/ms.exec(text) ?? [];
  if (code === undefined) throw new Error(`${page} has no example for Hono`);
  return code;
}

async function post(url: string, sent: string): Promise<Response> {
  return fetch(`${url}webhook`, { method: 'POST', body: sent, headers: await signWebhook(body, secret) });
}

async function expectStatus(name: string, status: number, ask: () => Promise<Response>): Promise<Result> {
  const response = await ask();
  const problem = response.status === status ? null : `response ${response.status}: ${await response.text()}`;
  return { group: 'the guide’s example for workers', name, problem };
}
