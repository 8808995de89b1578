import type { FastifyRequest } from 'fastify';

/** The sender of a request, identified by ids of our own tables: never by a name, an address or a secret. */
export interface Asker {
  readonly person_id?: string;
  readonly key_id?: string;
  readonly merchant_id?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until it is known. */
    asker: Asker | null;
  }
}

/** Remembers the sender of a request, once known, for the log lines of refusals. */
export function rememberAsker(request: FastifyRequest, asker: Asker): void {
  request.asker = request.asker === null ? asker : { ...request.asker, ...asker };
}

/**
 * Logs a refusal: the sender if known, the network address, the request and the reason. Never the content: the
 * route's pattern instead of the URL, no headers and no body.
 */
export function logRefusal(
  request: FastifyRequest,
  { status, code }: { readonly status: number; readonly code: string },
): void {
  const { person_id, key_id, merchant_id } = request.asker ?? {};
  request.log.info(
    {
      status,
      code,
      method: request.method,
      route: request.routeOptions.url ?? null,
      address: request.ip,
      ...{ person_id, key_id, merchant_id },
    },
    'request refused',
  );
}
