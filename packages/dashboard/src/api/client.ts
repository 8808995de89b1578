import createClient from 'openapi-fetch';
import { attendance } from './attendance.ts';
import { takeEarly } from './early.ts';
import { ApiProblem, type ProblemBody, unreachable } from './problem.ts';
import { sendProven } from './proof.ts';
import type { paths } from './schema.d.ts';

/** Other sites cannot set this header, so the server knows that the request comes from this page. */
export const own_header = { 'x-guichet-dashboard': '1' } as const;

/** The client of the dashboard's API, typed by its OpenAPI document. Wrap its calls in {@link read}. */
export const api = createClient<paths>({ baseUrl: '', headers: own_header, fetch: fetchOrTell });

/** The client returns either `data` or `error`, depending on the status. */
export interface Answer<Data> {
  readonly data?: { readonly data: Data };
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Extracts the data of a successful response.
 *
 * @throws ApiProblem for any other response
 */
export async function read<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (response.ok && data !== undefined) return data.data;
  const body: ProblemBody = typeof error === 'object' && error !== null ? error : {};
  throw new ApiProblem(response.status, body, response.headers.get('x-request-id'));
}

async function fetchOrTell(request: Request): Promise<Response> {
  try {
    return await sendProven(async () => {
      for (const [name, value] of Object.entries(attendance())) request.headers.set(name, value);
      return (await takeEarly(request)) ?? fetch(request.clone());
    });
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw unreachable(error);
  }
}
