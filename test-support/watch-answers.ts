import { describeApi } from '@guichet/server/openapi/describe';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AnswerCheck, makeAnswerCheck, saysTheSame } from './answers.ts';

const prefix = '/api/v1';
/** The maximum number of problems that are reported in full; the others are counted. */
const told_max = 20;

export interface AnswerWatch {
  /** Checks every response of the API from now on. Call it before the routes are added. */
  attach(app: FastifyInstance): void;
  /** @throws Error listing the undocumented responses since the last call */
  expectDocumented(): void;
}

let shared_check: Promise<AnswerCheck> | undefined;

/** Makes a watch that compares real responses with the OpenAPI document of the code. */
export async function makeAnswerWatch(): Promise<AnswerWatch> {
  shared_check ??= describeApi().then(makeAnswerCheck);
  const check = await shared_check;
  const problems = new Set<string>();
  const note = (found: readonly string[]): void => {
    for (const problem of found) problems.add(problem);
  };
  return {
    attach: (app) => {
      const given = new WeakMap<FastifyRequest, string>();
      app.addHook('preSerialization', (request, _reply, payload, done) => {
        if (isOfApi(request)) given.set(request, JSON.stringify(payload));
        done(null, payload);
      });
      app.addHook('onSend', (request, reply, payload, done) => {
        if (isOfApi(request)) note(look(check, request, reply, { payload, given: given.get(request) }, note));
        done(null, payload);
      });
    },
    expectDocumented: () => {
      if (problems.size === 0) return;
      const told = [...problems].slice(0, told_max);
      const rest = problems.size - told.length;
      problems.clear();
      const lines = [...told, ...(rest > 0 ? [`and ${rest} more`] : [])];
      throw new Error(
        `responses that docs/reference/openapi.json does not describe:\n  ${lines.join('\n  ')}`,
      );
    },
  };
}

function isOfApi({ url }: FastifyRequest): boolean {
  return url.startsWith(`${prefix}/`) && !url.startsWith(`${prefix}/openapi.json`);
}

function look(
  check: AnswerCheck,
  request: FastifyRequest,
  reply: FastifyReply,
  { payload, given }: { payload: unknown; given: string | undefined },
  note: (problems: readonly string[]) => void,
): readonly string[] {
  const path = pathOf(request);
  const body = typeof payload === 'string' ? payload : null;
  const headers = reply.getHeaders();
  const problems = check.checkAnswer({
    method: request.method,
    path,
    status: reply.statusCode,
    headers,
    body,
  });
  if (body !== null && given !== undefined && !saysTheSame(given, body)) {
    return [
      ...problems,
      `${request.method} ${path}: the response that was sent differs from the one that was given: ${given}`,
    ];
  }
  if (isStream(payload)) watchEvents(reply, (text) => note(check.checkEvent(path ?? '', text)));
  return problems;
}

/** Returns the pattern of the route in OpenAPI notation; null without a route. */
function pathOf({ routeOptions }: FastifyRequest): string | null {
  return routeOptions.url?.slice(prefix.length).replaceAll(/:(\w+)/g, '{$1}') ?? null;
}

function isStream(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload;
}

/** Copies what is written to the socket: reading the stream itself would consume it before the client. */
function watchEvents({ raw }: FastifyReply, onEvent: (text: string) => void): void {
  const write = raw.write;
  let rest = '';
  const watched = (...given: Parameters<typeof write>): boolean => {
    const blocks = (rest + String(given[0])).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) if (/^(event|data):/m.test(block)) onEvent(block);
    return Reflect.apply(write, raw, given);
  };
  raw.write = watched as typeof write;
}
