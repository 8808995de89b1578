import { STATUS_CODES } from 'node:http';
import { AppError, type ErrorCode } from '@guichet/kernel/errors';
import { makeId } from '@guichet/kernel/ids';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { logRefusal } from './askers.ts';
import { closeQuickly } from './close-quickly.ts';
import { dropSlowReaders } from './drop-slow-readers.ts';
import { failure } from './envelope.ts';
import { finishHandlers } from './finish-handlers.ts';
import { everyAnswer } from './protections.ts';
import { readJsonBodies } from './read-json.ts';
import { refuseUnclearHost } from './refuse-hosts.ts';
import { knowEveryMethod } from './refuse-methods.ts';
import { toAppError } from './to-app-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if another server handles and logs the requests of this route. */
    is_handed_on?: true;
  }
}

/** Larger than any valid body (metadata is at most 16 KB), small enough to refuse floods early. */
const body_bytes_max = 64 * 1024;
/** Any length that fits in a request line, because the routes themselves check which ids exist. */
const param_length_max = 16 * 1024;
/**
 * A request that has not fully arrived after this time is aborted, even if its headers are still incomplete, so
 * that slow senders do not hold sockets.
 */
const request_timeout_ms = 30_000;
/** Interval of the check for late requests. With Node's own 30 s, they would stay open for up to a minute. */
const late_check_ms = 1_000;
/** Enough for the largest response, 2 MB, on a connection of 150 kbit/s. */
const usual_taken_within_ms = 120_000;

interface AppOptions {
  /** Addresses and networks (CIDR) whose X-Forwarded-For is trusted; none by default. */
  readonly trusted_proxies?: readonly string[];
  /** In production the service is reached by HTTPS only, and sends HSTS. */
  readonly environment?: 'development' | 'production';
  /** Whether HSTS includes subdomains of the service's host. */
  readonly hsts_subdomains?: boolean;
  /** The time that a client has to read a response; 2 minutes if omitted. */
  readonly taken_within_ms?: number;
}

/**
 * Makes the HTTP server with everything that all routes share: request ids, security headers, the form of errors,
 * body parsing and one log line per request.
 */
export function makeApp(logger: FastifyBaseLogger, options: AppOptions = {}): FastifyInstance {
  const { trusted_proxies = [], environment, hsts_subdomains = false } = options;
  const { taken_within_ms = usual_taken_within_ms } = options;
  const protections = everyAnswer({ is_production: environment === 'production', hsts_subdomains });
  const app = fastify({
    loggerInstance: logger,
    genReqId: () => makeId('request'),
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: body_bytes_max,
    requestTimeout: request_timeout_ms,
    http: {
      // A missing host is refused below instead, because Node's own refusal has no body and no id.
      requireHostHeader: false,
      headersTimeout: request_timeout_ms,
      requestTimeout: request_timeout_ms,
      connectionsCheckingInterval: late_check_ms,
    },
    trustProxy: trusted_proxies.length > 0 ? [...trusted_proxies] : false,
    routerOptions: { maxParamLength: param_length_max, ignoreTrailingSlash: true },
    // While we stop, requests on open connections still get responses.
    return503OnClosing: false,
    // Handles URLs that cannot be parsed, for which the hooks below do not run.
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply.headers(protections));
      logAnswer(request, reply);
    },
    clientErrorHandler: (error, socket) => {
      const isLate = 'code' in error && error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
      const refusal = new AppError(isLate ? 'request_timeout' : 'invalid_request');
      if (socket.writable) socket.end(brokenRequestAnswer(refusal, makeId('request'), protections));
      else socket.destroy();
    },
  });
  // An Expect other than 100-continue may be ignored (RFC 9110 section 10.1.1); Node would respond with a bare
  // 417.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  app.decorateRequest('asker', null);
  knowEveryMethod(app);
  closeQuickly(app);
  dropSlowReaders(app, taken_within_ms);
  finishHandlers(app);
  readJsonBodies(app);
  // Schemas only document requests; the verbs validate them, so that API, page and command line share one set of
  // rules.
  app.setValidatorCompiler(() => () => true);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(protections).header('x-request-id', request.id);
    refuseUnclearHost(request);
  });
  app.addHook('onResponse', async (request, reply) => logAnswer(request, reply));
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((request, reply) => answerError(new AppError('not_found'), request, reply));
  return app;
}

function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  if (request.routeOptions.config.is_handed_on) return;
  request.log.info(
    {
      method: request.method,
      // Logs the route's pattern, never the URL itself, because tokens in it are secrets.
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime),
    },
    'request answered',
  );
}

/** Responds to every error, in the form of the API or of our own page. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  form: typeof failure = failure,
): FastifyReply {
  const known = toAppError(error);
  logError(known, request);
  if (isRefusal(known)) logRefusal(request, known);
  // A 401 must state how to authenticate (RFC 9110 section 15.5.2).
  if (known.status === 401) reply.header('www-authenticate', 'Bearer');
  if (known.retry_after_s !== null) reply.header('retry-after', String(Math.ceil(known.retry_after_s)));
  return reply.status(known.status).header('x-request-id', request.id).send(form(known, request.id));
}

/** Statuses of refusals for identity, permissions, content, size or rate. */
const refused_statuses: ReadonlySet<number> = new Set([400, 401, 403, 413, 415, 422, 429]);

/**
 * True if the request was refused. Another owner's merchant is reported as not found, which therefore counts as a
 * refusal.
 */
function isRefusal({ status, code }: AppError): boolean {
  return refused_statuses.has(status) || code === 'merchant_not_found';
}

/** Errors that all requests get for a while, during an outage or a recovery. */
const outage_codes: ReadonlySet<ErrorCode> = new Set(['unavailable', 'recovering']);

/** Server errors are logged with their cause; client errors are only returned. */
export function logError(error: AppError, request: FastifyRequest): void {
  if (outage_codes.has(error.code)) {
    // In one line without a stack trace, because there are many of them.
    request.log.warn({ code: error.code, cause: error.cause && String(error.cause) }, error.message);
  } else if (error.status >= 500) {
    request.log.error({ err: error.cause ?? error, code: error.code }, error.message);
  }
}

/**
 * Builds the response to bytes that could not be parsed as a request. There is no reply object, so it is written
 * manually.
 */
function brokenRequestAnswer(
  error: AppError,
  request_id: string,
  protections: Readonly<Record<string, string>>,
): string {
  const body = JSON.stringify(failure(error, request_id));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${request_id}`,
    ...Object.entries(protections).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
