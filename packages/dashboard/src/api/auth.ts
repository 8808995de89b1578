import { own_header } from './client.ts';
import { ApiProblem, type ProblemBody, unreachable } from './problem.ts';
import { sendProven } from './proof.ts';

/** The base path for signing in and out, and for managing passwords and second factors. */
const base = '/dashboard/auth';

/** @throws ApiProblem */
export function readAuth<Data>(path: string): Promise<Data> {
  return ask(path, { headers: own_header });
}

/** @throws ApiProblem */
export function sendAuth<Data>(path: string, body: object = {}): Promise<Data> {
  return ask(path, {
    method: 'POST',
    headers: { ...own_header, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function ask<Data>(path: string, init: RequestInit): Promise<Data> {
  const response = await sendProven(() => fetch(base + path, init)).catch((error: unknown) => {
    throw unreachable(error);
  });
  const body = await readBody(response);
  if (!response.ok) {
    throw new ApiProblem(response.status, body as ProblemBody, response.headers.get('x-request-id'));
  }
  return body as Data;
}

/** Reads a response's body, which may be an HTML page from a proxy in front of the server. */
async function readBody(response: Response): Promise<unknown> {
  const is_json = response.headers.get('content-type')?.includes('json') ?? false;
  return is_json ? response.json() : {};
}
