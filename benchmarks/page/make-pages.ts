import { initializeLoad } from '../run-load.ts';
import type { RunningService } from '../start-service.ts';

export const templates = ['default', 'abidjan', 'cotonou'] as const;
export type PageState = 'choose' | 'success';

/** Creates a session through the API, pays it if the state requires it, and returns the path of its page. */
export async function makePage(
  service: RunningService,
  place: { readonly template: string; readonly state: PageState; readonly return_url?: string },
): Promise<string> {
  const { template, state, return_url } = place;
  const { paths, headers, body } = initializeLoad(service, { connections: 1, duration_s: 1 });
  const made = await post(service.url + paths[0], headers, {
    ...(body as object),
    template,
    ...(return_url !== undefined && { return_url }),
  });
  const token = (made as { data: { session_token: string } }).data.session_token;
  if (state === 'success') {
    await post(
      `${service.url}/api/v1/checkout/${token}/pay`,
      {},
      { operator: 'mtn_ci', phone: '+2250504030200' },
    );
  }
  return `/pay/${token}?lang=fr`;
}

async function post(url: string, headers: Readonly<Record<string, string>>, body: object): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} responded with ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
