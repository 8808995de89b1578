import type { Context } from '@guichet/core/platform';
import { makeOmitNulls } from '@guichet/kernel/nulls';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Success, success, successText } from '../http/envelope.ts';
import type { Limits } from '../http/limit-requests.ts';
import { allowEveryOrigin, answerPreflights } from '../http/open-to-browsers.ts';
import { readIdempotencyKey } from '../http/read-once.ts';
import { makeEventSender } from '../http/send-events.ts';
import { type Admission, makeAdmission } from './admit-keys.ts';
import type {
  Answer,
  Call,
  KeyedOperation,
  KeyedStreamOperation,
  Operation,
  PublicOperation,
  StreamOperation,
} from './operation.ts';
import { recordRequests } from './record-requests.ts';

/**
 * Adds a route for each operation, which checks access and rate limits, reads the request and writes the response.
 */
export function addOperations(
  app: FastifyInstance,
  ctx: Context,
  limits: Limits,
  operations: readonly Operation[],
): void {
  recordRequests(app, ctx);
  const admit = makeAdmission(ctx, limits);
  const makeStreamRoute = streamRoutes(app, limits, admit);
  const publicMethods = new Map<string, string[]>();
  for (const operation of operations) {
    if (operation.access === 'key') {
      app.route(keyedRoute(operation, admit));
      continue;
    }
    if (operation.access === 'key_stream') {
      app.route(makeStreamRoute(operation));
      continue;
    }
    app.route(operation.access === 'public' ? publicRoute(operation, limits) : makeStreamRoute(operation));
    const url = urlOf(operation);
    publicMethods.set(url, [...(publicMethods.get(url) ?? []), operation.method]);
  }
  answerPreflights(app, publicMethods);
}

function keyedRoute(
  operation: KeyedOperation,
  { onRequestWith, preHandler, callerOf }: Admission,
): RouteOptions {
  const readCall = makeReadCall(operation);
  return {
    ...baseRoute(operation),
    ...answerSchema(operation),
    onRequest: onRequestWith(operation.scope),
    ...(operation.method !== 'GET' && { preHandler }),
    handler: async (request, reply) => {
      const call = { ...readCall(request), caller: callerOf(request) };
      return answer(operation, reply, await operation.handle(call));
    },
  };
}

function publicRoute(operation: PublicOperation, limits: Limits): RouteOptions {
  const readCall = makeReadCall(operation);
  return {
    ...baseRoute(operation),
    ...answerSchema(operation),
    ...publicHooks(limits, operation),
    handler: async (request, reply) => answer(operation, reply, await operation.handle(readCall(request))),
  };
}

function streamRoutes(
  app: FastifyInstance,
  limits: Limits,
  { onRequestWith, callerOf }: Admission,
): (operation: StreamOperation | KeyedStreamOperation) => RouteOptions {
  const sendEvents = makeEventSender(app, limits);
  return (operation) => {
    const readCall = makeReadCall(operation);
    return {
      ...baseRoute(operation),
      ...(operation.access === 'stream'
        ? publicHooks(limits, {})
        : { onRequest: onRequestWith(operation.scope) }),
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const call = readCall(request);
        if (operation.access === 'stream') {
          const holder = { token: call.params.token ?? '' };
          return sendEvents(request, reply, holder, (signal) => operation.open(call, signal));
        }
        const caller = callerOf(request);
        return sendEvents(request, reply, null, (signal) =>
          operation.open({ ...call, caller, last_event_id: lastEventId(request) }, signal),
        );
      },
    };
  };
}

/** Returns the `Last-Event-ID` of a client that reconnects; null if it is absent or empty. */
function lastEventId({ headers }: FastifyRequest): string | null {
  const id = headers['last-event-id'];
  return typeof id === 'string' && id !== '' ? id : null;
}

function publicHooks(
  limits: Limits,
  { asks_operator }: Pick<PublicOperation, 'asks_operator'>,
): Pick<RouteOptions, 'onRequest'> {
  const limit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await limits.byAddress(request, reply);
    const { token } = request.params as { token?: string };
    if (token === undefined) return;
    await limits.byToken(token, reply);
    if (asks_operator) await limits.byAsking(token, reply);
  };
  return { onRequest: [allowEveryOrigin, limit] };
}

function baseRoute(operation: Operation): Pick<RouteOptions, 'method' | 'url'> {
  return { method: operation.method, url: urlOf(operation) };
}

function urlOf({ path }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function answerSchema({ success: { status, data } }: KeyedOperation | PublicOperation) {
  return { schema: { response: { [status]: Success(data) } } };
}

/**
 * Makes the function that reads a request. It removes nulls from optional fields of the body, so that requests that
 * differ only in these compare as equal.
 */
function makeReadCall({ body: schema }: Operation): (request: FastifyRequest) => Call {
  const omitNulls = schema ? makeOmitNulls(schema) : (body: unknown) => body;
  return (request) => {
    const { method } = request;
    const body = omitNulls(request.body);
    return {
      params: request.params as Record<string, string>,
      query: request.query as Record<string, unknown>,
      body,
      once:
        method === 'POST'
          ? readIdempotencyKey(request.headers['idempotency-key'], { method, path: pathOf(request), body })
          : null,
    };
  };
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

function answer(
  { success: { status, message } }: KeyedOperation | PublicOperation,
  reply: FastifyReply,
  result: Answer,
) {
  reply.status(status).header('cache-control', 'no-store');
  if ('data_text' in result) {
    reply.type('application/json; charset=utf-8');
    return successText(message, result.data_text);
  }
  if (result.replayed) reply.header('idempotent-replayed', 'true');
  return success(message, result.data);
}
