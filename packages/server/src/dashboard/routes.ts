import { Readable } from 'node:stream';
import {
  type Author,
  actAs,
  authorOf,
  makeStaysWatch,
  requireRecentAuthentication,
} from '@guichet/core/accounts';
import { type Context, keepSecret, type PersonActor, type VisitorActor } from '@guichet/core/platform';
import { AppError } from '@guichet/kernel/errors';
import { makeOmitNulls } from '@guichet/kernel/nulls';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { pageFailure, Success, success } from '../http/envelope.ts';
import type { Limits } from '../http/limit-requests.ts';
import { answerError } from '../http/make-app.ts';
import { readIdempotencyKey } from '../http/read-once.ts';
import { refuseOtherMethods } from '../http/refuse-methods.ts';
import { refuseNul } from '../http/refuse-nul.ts';
import { makeEventSender } from '../http/send-events.ts';
import { admitActors, admitPeople, admitProven, admitToBothModes, type Means } from './admit.ts';
import { addAuthRoutes } from './auth-routes.ts';
import { makeGuard } from './guard.ts';
import { makeOpenAuth } from './open-auth.ts';
import {
  type Answer,
  type Call,
  type Download,
  isMerchants,
  type MerchantCall,
  type MerchantDownload,
  type MerchantOperation,
  type MerchantsOwn,
  type MerchantUpload,
  type Operation,
  type PersonalOperation,
  type PublicOperation,
  pathOf,
} from './operation.ts';
import { operations } from './operations.ts';
import { leaveFilesUnread, receiveFile } from './receive-file.ts';
import { makeHashRecoveryCode } from './recovery-codes.ts';
import { renewCookie } from './renew-cookie.ts';

/** Adds the dashboard's routes under `/dashboard`: `auth` to sign in, `api` for everything else. */
export function addDashboardRoutes(ctx: Context, limits: Limits) {
  return async (app: FastifyInstance): Promise<void> => {
    const secret = await keepSecret(ctx, 'sessions');
    const means: Means = {
      ctx,
      auth: makeOpenAuth(ctx, secret),
      limits,
      hashRecoveryCode: makeHashRecoveryCode(secret),
    };
    app.setErrorHandler((error, request, reply) => answerError(error, request, reply, pageFailure));
    app.addHook('onRequest', makeGuard(ctx.public_url));
    refuseNul(app);
    // Other paths below these get a 404, not the page.
    for (const url of ['/auth/*', '/api/*']) {
      app.all(url, async () => {
        throw new AppError('not_found');
      });
    }
    app.register(addAuthRoutes(means), { prefix: '/auth' });
    app.register(addOperations(means), { prefix: '/api' });
  };
}

function addOperations(means: Means) {
  return async (app: FastifyInstance): Promise<void> => {
    const addRefusals = refuseOtherMethods(app);
    const makeRoute = makeRoutes(app, means);
    for (const operation of operations) if (!isUpload(operation)) app.route(makeRoute(operation));
    await app.register(addUploads(makeRoute));
    addRefusals();
  };
}

/** Adds the uploads in a separate server: their bodies are not read until the handler requests them. */
function addUploads(makeRoute: ReturnType<typeof makeRoutes>) {
  return async (app: FastifyInstance): Promise<void> => {
    leaveFilesUnread(app);
    for (const operation of operations) if (isUpload(operation)) app.route(makeRoute(operation));
  };
}

type Request = FastifyRequest;
type Reply = FastifyReply;

/** Returns a function that makes the route of an operation, according to the operation's kind. */
function makeRoutes(app: FastifyInstance, means: Means): (operation: Operation) => RouteOptions {
  const makeMerchantsRoute = makeMerchantsRoutes(app, means);
  const makePersonalRoute = makePersonalRoutes(means);
  return (operation) => {
    if (isMerchants(operation)) return makeMerchantsRoute(operation);
    return operation.access === 'personal' ? makePersonalRoute(operation) : publicRoute(means, operation);
  };
}

function makeMerchantsRoutes(app: FastifyInstance, means: Means): (operation: MerchantsOwn) => RouteOptions {
  const { ctx } = means;
  const sendEvents = makeEventSender(app, means.limits);
  const actors = admitActors(means);
  const watchStay = makeStaysWatch(ctx);
  const stayWhile = (request: Request, connection: AbortSignal): AbortSignal => {
    const { actor, session_id } = actors.of(request);
    const { merchant_id, role, mode } = actor;
    return watchStay({ session_id, merchant_id, role, mode }, connection);
  };
  /** Checks access again once a file has arrived: access may have changed during the upload. */
  const readmit = async (request: Request, reply: Reply): Promise<void> => {
    const { role } = actors.of(request).actor;
    await actors.preHandler.call(app, request, reply);
    if (actors.of(request).actor.role !== role) throw new AppError('forbidden');
  };
  return (operation) => {
    const { needs_proof, covers_both_modes } = operation;
    const onRequest = [
      actors.onRequest,
      ...(covers_both_modes ? [admitToBothModes(means, actors)] : []),
      ...(needs_proof ? [admitProven(actors, needs_proof)] : []),
    ];
    const { preHandler } = actors;
    const read = makeReadCall(ctx, operation);
    const readCallOf = (request: Request): MerchantCall => {
      const { actor } = actors.of(request);
      return { ...read(request, authorOf(actor)), actor };
    };
    switch (operation.access) {
      case 'merchant':
        return {
          ...answeringRoute(operation),
          onRequest,
          ...(operation.method !== 'GET' && { preHandler }),
          handler: async (request, reply) =>
            answer(operation, reply, await operation.handle(readCallOf(request))),
        };
      case 'merchant_download':
        return {
          ...baseRoute(operation),
          onRequest,
          handler: async (request, reply) =>
            send(operation, reply, await operation.handle(readCallOf(request)), (connection) =>
              stayWhile(request, connection),
            ),
        };
      case 'merchant_upload':
        return {
          ...answeringRoute(operation),
          onRequest,
          handler: async (request, reply) => {
            const content = followedBy(receiveFile(request, operation), () => readmit(request, reply));
            return answer(operation, reply, await operation.handle({ ...readCallOf(request), content }));
          },
        };
      case 'merchant_stream':
        return {
          ...baseRoute(operation),
          onRequest,
          handler: (request, reply) =>
            sendEvents(request, reply, { session_id: actors.of(request).session_id }, (signal) =>
              operation.open(readCallOf(request), stayWhile(request, signal)),
            ),
        };
    }
  };
}

/** Yields the content, then runs a check. If the check fails, the reader of the content gets its error. */
async function* followedBy<Part>(
  content: AsyncIterable<Part>,
  check: () => Promise<void>,
): AsyncGenerator<Part> {
  yield* content;
  await check();
}

function makePersonalRoutes(means: Means): (operation: PersonalOperation) => RouteOptions {
  const people = admitPeople(means);
  return (operation) => {
    const read = makeReadCall(means.ctx, operation);
    return {
      ...answeringRoute(operation),
      onRequest: operation.needs_proof
        ? [people.onRequest, async (request) => requireRecentAuthentication(people.of(request))]
        : people.onRequest,
      ...(operation.method !== 'GET' && { preHandler: people.preHandler }),
      handler: async (request, reply) => {
        const signed_in = people.of(request);
        const { person, renewed_as } = signed_in;
        const session_id = renewed_as ?? signed_in.session_id;
        const renewSession = () => renewCookie(means, signed_in, {}, reply);
        const actor: PersonActor = { ...person, kind: 'person', session_id };
        const call = { ...read(request, authorOf(person)), actor, renewSession };
        return answer(operation, reply, await operation.handle(call));
      },
    };
  };
}

function publicRoute({ ctx, limits }: Means, operation: PublicOperation): RouteOptions {
  const read = makeReadCall(ctx, operation);
  return {
    ...answeringRoute(operation),
    onRequest: async (request, reply) => limits.byAddress(request, reply),
    handler: async (request, reply) => {
      const from = { address: request.ip, request_id: request.id };
      const actor: VisitorActor = { kind: 'visitor', ...from };
      const call = { ...read(request, { kind: 'service', ...from }), actor };
      return answer(operation, reply, await operation.handle(call));
    },
  };
}

function baseRoute(
  operation: Operation,
): Pick<RouteOptions, 'method' | 'url' | 'exposeHeadRoute' | 'bodyLimit'> {
  const { method, body_bytes_max: bodyLimit } = operation;
  return {
    method,
    url: pathOf(operation).replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    ...(bodyLimit !== undefined && { bodyLimit }),
  };
}

type Answering = MerchantOperation | MerchantUpload | PersonalOperation | PublicOperation;

function answeringRoute(operation: Answering) {
  const { status, data } = operation.success;
  return { ...baseRoute(operation), schema: { response: { [status]: Success(data) } } };
}

function isUpload(operation: Operation): operation is MerchantUpload {
  return operation.access === 'merchant_upload';
}

type ReadCall = (request: Request, author: Author) => Call;

/**
 * An author is recorded only for changes, because that takes more round trips to the database. Nulls are omitted
 * from the body before it is compared with that of another request, because a null field equals an absent one.
 */
function makeReadCall(ctx: Context, { body: schema }: Operation): ReadCall {
  const omitNulls = schema ? makeOmitNulls(schema) : (body: unknown) => body;
  return (request, author) => readCall(ctx, request, author, omitNulls(request.body));
}

function readCall(ctx: Context, request: Request, author: Author, body: unknown): Call {
  const { method } = request;
  const { merchant_id: _, mode: __, ...params } = request.params as Record<string, string>;
  const path = request.url.split('?', 1)[0] ?? '';
  return {
    ctx: method === 'GET' ? ctx : actAs(ctx, author),
    params,
    query: request.query as Record<string, unknown>,
    body,
    once:
      method === 'POST' && !(body instanceof Readable)
        ? readIdempotencyKey(request.headers['idempotency-key'], { method, path, body })
        : null,
  };
}

function answer({ success: { status, message } }: Answering, reply: Reply, { data, replayed }: Answer) {
  reply.status(status);
  if (replayed) reply.header('idempotent-replayed', 'true');
  return success(message, data);
}

function send(
  { content_type }: MerchantDownload,
  reply: Reply,
  { file_name, content }: Download,
  watch: (connection: AbortSignal) => AbortSignal,
): Reply {
  return reply
    .header('content-type', content_type)
    .header('content-disposition', `attachment; filename="${file_name}"`)
    .send(Readable.from(sendWhile(watch, content), { objectMode: false }));
}

/** Sends a file for as long as the session is valid, and breaks off when access is withdrawn. */
async function* sendWhile(
  watch: (connection: AbortSignal) => AbortSignal,
  content: Download['content'],
): AsyncGenerator<string | Uint8Array> {
  const connection = new AbortController();
  const stay = watch(connection.signal);
  try {
    for await (const part of content) {
      if (stay.aborted) throw new AppError('forbidden');
      yield part;
    }
  } finally {
    connection.abort();
  }
}
