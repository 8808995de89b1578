import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A browser of somebody who is signed in, as the service sees it. */
export interface Visit {
  readonly merchant_id: string;
  /** @param path below the merchant and mode @throws Error for any answer but 200 */
  ask(path: string, signal?: AbortSignal): Promise<Response>;
}

interface Demo {
  readonly merchant_id: string;
  readonly owner: { readonly email: string; readonly password: string | null };
}

/** The demo merchant that the service created. */
export async function readDemo(data_dir: string): Promise<Demo> {
  return JSON.parse(await readFile(join(data_dir, 'demo.json'), 'utf8'));
}

/** Signs in as the owner whom the service made for its demo merchant. */
export async function signIn(url: string, data_dir: string): Promise<Visit> {
  const { merchant_id, owner } = await readDemo(data_dir);
  const answer = await fetch(`${url}/dashboard/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'x-guichet-dashboard': '1' },
    body: JSON.stringify(owner),
  });
  if (!answer.ok) throw new Error(`the sign-in answered ${answer.status}: ${await answer.text()}`);
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
      if (asked.status !== 200) throw new Error(`${path} answered ${asked.status}: ${await asked.text()}`);
      return asked;
    },
  };
}
