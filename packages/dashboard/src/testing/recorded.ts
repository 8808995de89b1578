import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeAnswerCheck } from '../../../../test-support/answers.ts';
import type { paths } from '../api/schema.d.ts';
import type { Mode } from '../app/me.ts';

/** The data of the response to a GET request, by its path. */
type Read<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': { data: infer Data } } } } };
}
  ? Data
  : never;

/** The data of the response to an action, by its path and method. */
type Done<Path extends keyof paths, Verb extends Method> = paths[Path] extends {
  [One in Verb]: { responses: infer Responses };
}
  ? Responses[keyof Responses & (200 | 201)] extends { content: { 'application/json': { data: infer Data } } }
    ? Data
    : never
  : never;

/** A recorded response of the server, for one operation. */
export interface Recorded {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path in the OpenAPI document, with its parameters: `/dashboard/api/{merchant_id}/{mode}/payments`. */
  readonly path: keyof paths;
  readonly status: number;
  readonly body: string;
  /** The mode to which it belongs; both, if it is absent. */
  readonly mode?: Mode;
  /** The response arrives only after this. */
  readonly after?: Promise<unknown>;
}

type Document = Parameters<typeof makeAnswerCheck>[0];
const document: Document = JSON.parse(readFileSync(join(import.meta.dirname, '../api/openapi.json'), 'utf8'));
/** The statuses of refusals, which the document describes as `default`. */
const refused = [400, 401, 403, 404, 409, 413, 422, 429, 500, 503];
for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
  const responses = operation?.responses as Record<string, unknown> | undefined;
  if (!responses?.default) continue;
  for (const status of refused) responses[status] ??= responses.default;
}
const { checkAnswer } = makeAnswerCheck(document);

/** Records the response to a GET request. @throws Error if the OpenAPI document does not allow it */
export function answer<Path extends keyof paths>(path: Path, data: Read<Path>): Recorded {
  const body = JSON.stringify({ message: 'Read.', data, errors: null });
  return checked({ method: 'GET', path, status: 200, body });
}

/** Records the response to an action. @throws Error if the OpenAPI document does not allow it */
export function done<Path extends keyof paths, Verb extends Method = 'post'>(
  path: Path,
  data: Done<Path, Verb>,
  verb: Verb | 'post' = 'post',
): Recorded {
  const status = document.paths[path]?.[verb]?.responses['201'] ? 201 : 200;
  const body = JSON.stringify({ message: 'Done.', data, errors: null });
  return checked({ method: methods[verb], path, status, body });
}

const methods = { post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;
type Method = keyof typeof methods;

/**
 * Records a refusal of an operation.
 *
 * @param errors problems of fields, by their names
 * @throws Error if the OpenAPI document does not allow it
 */
export function refusal(
  method: Recorded['method'],
  path: keyof paths,
  problem: {
    readonly status: number;
    readonly code: string;
    readonly message: string;
    readonly errors?: object;
  },
): Recorded {
  const { status, errors = null, ...rest } = problem;
  const body = { ...rest, data: null, errors, request_id: 'req_of_the_test' };
  return checked({ method, path, status, body: JSON.stringify(body) });
}

function checked(recorded: Recorded): Recorded {
  const wrong = checkAnswer({ ...recorded, headers: { 'content-type': 'application/json' } });
  if (wrong.length > 0) throw new Error(`the server does not respond like this:\n${wrong.join('\n')}`);
  return recorded;
}
