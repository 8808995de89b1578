import { type Answer, read } from './client.ts';

/** The data of a response, and whether it is that of an earlier request with the same idempotency key. */
export interface Once<Data> {
  readonly data: Data;
  readonly is_replayed: boolean;
}

/**
 * Sends a request that must not take effect twice, with an idempotency key that the tab keeps until the request has
 * succeeded, also through a reload: if the response is lost, the same request sent again has the same key. A refusal
 * does not end the key: the server stores none, and one that comes after a lost response says nothing about the first
 * request.
 *
 * @param request identifies the request: its place and its body. Only its hash is stored, because it names people
 * @throws ApiProblem
 */
export async function sendOnce<Data>(
  request: object,
  send: (key: string) => Promise<Answer<Data>>,
): Promise<Once<Data>> {
  const name = `guichet.once.${await hash(JSON.stringify(request))}`;
  const key = sessionStorage.getItem(name) ?? crypto.randomUUID();
  sessionStorage.setItem(name, key);
  const answer = await send(key);
  const data = await read(Promise.resolve(answer));
  sessionStorage.removeItem(name);
  return { data, is_replayed: answer.response.headers.get('idempotent-replayed') === 'true' };
}

async function hash(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
