import { METHODS } from 'node:http';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';

/**
 * Registers with the router every method that Node can parse, so that none of them gets a 404 on an existing path.
 */
export function knowEveryMethod(app: FastifyInstance): void {
  const known = new Set(app.supportedMethods);
  // CONNECT opens a tunnel, which has no path.
  for (const method of METHODS) if (method !== 'CONNECT' && !known.has(method)) app.addHttpMethod(method);
}

/**
 * Option of a route that refuses every request and points elsewhere: its methods do not count as supported by the
 * path.
 */
export const refuses = { config: { refuses: true } } as const;

/**
 * Responds 405 with `Allow` if a path exists but not for the method (RFC 9110 section 15.5.6). Call it before the
 * routes are added.
 *
 * @returns a function that adds the refusals; call it after the routes are added
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  /** Per path and method: true if the method is supported, false if its own route refuses it. */
  const known = new Map<string, Map<string, boolean>>();
  app.addHook('onRoute', (route) => {
    // The path without its prefix, because the framework adds the prefix again.
    const methods = known.get(route.routePath) ?? new Map<string, boolean>();
    const is_supported = !(route.config && 'refuses' in route.config);
    for (const method of [route.method].flat()) methods.set(method, is_supported);
    known.set(route.routePath, methods);
  });
  return () => {
    for (const [url, methods] of [...known]) {
      const allowed = [...methods].flatMap(([name, is_supported]) => (is_supported ? [name] : []));
      const allow = allowed.sort().join(', ');
      const method = (app.supportedMethods as HTTPMethods[]).filter((name) => !methods.has(name));
      // A path that supports no method does not exist.
      if (method.length === 0 || allowed.length === 0 || url.includes('*')) continue;
      const refuse = async (_request: FastifyRequest, reply: FastifyReply): Promise<never> => {
        reply.header('allow', allow);
        throw new AppError('method_not_allowed', { message: `This address supports ${allow} only.` });
      };
      // Refuses before the body is read, because the framework reads bodies for some of these methods.
      app.route({ method, url, exposeHeadRoute: false, onRequest: refuse, handler: refuse });
    }
  };
}
