import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A signed-in browser, as the service sees it. */
export interface Visit {
  readonly merchant_id: string;
  /** @param path relative to the merchant and mode @throws Error for any status but 200 */
  ask(path: string, signal?: AbortSignal): Promise<Response>;
}

interface Demo {
  readonly merchant_id: string;
  readonly owner: { readonly email: string; readonly password: string | null };
}

/** Reads the demo merchant that the service created. */
export async function readDemo(data_dir: string): Promise<Demo> {
  return JSON.parse(await readFile(join(data_dir, 'demo.json'), 'utf8'));
}

/** Signs in as the owner that the service created for its demo merchant. */
export async function signIn(url: string, data_dir: string): Promise<Visit> {
  const { merchant_id, owner } = await readDemo(data_dir);
  const answer = await fetch(`${url}/dashboard/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'x-guichet-dashboard': '1' },
    body: JSON.stringify(owner),
  });
  if (!answer.ok) throw new Error(`the sign-in responded with ${answer.status}: ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((text) => text.split(';', 1)[0])
    .join('; ');
  return {
    merchant_id,
    ask: async (path, signal) => {
      const asked = await fetch(`${url}/dashboard/api/${merchant_id}/test${path}`, {
        headers: { cookie },
        ...(signal && { signal }),
      });
      if (asked.status !== 200)
        throw new Error(`${path} responded with ${asked.status}: ${await asked.text()}`);
      return asked;
    },
  };
}
