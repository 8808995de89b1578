import type { IncomingCallback } from '@guichet/core/operations';
import type { Context } from '@guichet/core/platform';
import { storeCallback } from '@guichet/core/serving';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Limits } from '../http/limit-requests.ts';
import { refuseOtherMethods } from '../http/refuse-methods.ts';
import { refuseNul } from '../http/refuse-nul.ts';

interface Address {
  readonly connector: string;
  readonly account: string;
  readonly reference?: string;
}

/**
 * Adds the routes for callbacks: `/callbacks/{connector}/{account}`, followed by our reference if the provider
 * preserves it.
 */
export function addCallbackRoutes(ctx: Context, limits: Limits) {
  return async (app: FastifyInstance): Promise<void> => {
    refuseNul(app);
    const addRefusals = refuseOtherMethods(app);
    // Signatures cover the raw bytes, so no body is parsed, regardless of its content type.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const url of ['/:connector/:account', '/:connector/:account/:reference']) {
      app.route<{ Params: Address }>({
        method: ['POST', 'PUT'],
        url,
        onRequest: async (request, reply) => {
          // The content type is replaced, because the framework refuses a malformed one; the original stays in the
          // raw headers.
          request.raw.headers['content-type'] = 'application/octet-stream';
          await limits.byCaller(request, reply);
        },
        handler: async (request, reply) => {
          const actor = { kind: 'visitor', address: request.ip, request_id: request.id } as const;
          const { status, body } = await storeCallback(ctx, actor, read(request));
          const type = body.startsWith('{') ? 'application/json' : 'text/plain';
          return reply.status(status).type(`${type}; charset=utf-8`).send(body);
        },
      });
    }
    addRefusals();
  };
}

function read(request: FastifyRequest<{ Params: Address }>): IncomingCallback {
  const { connector, account, reference = null } = request.params;
  return {
    connector,
    account_id: account,
    reference,
    method: request.method,
    path: request.url,
    headers: headersOf(request.raw.rawHeaders),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
}

/** @param raw alternating names and values; repeated headers become one list (RFC 9110 section 5.3) */
function headersOf(raw: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>();
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const before = headers.get(name);
    const value = raw[index + 1] ?? '';
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}
