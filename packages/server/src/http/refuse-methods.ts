import { METHODS } from 'node:http';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';

/** Makes the router tell every method apart that Node can read, so that none of them is as if its address were not there. */
export function knowEveryMethod(app: FastifyInstance): void {
  const known = new Set(app.supportedMethods);
  // A tunnel has no address.
  for (const method of METHODS) if (method !== 'CONNECT' && !known.has(method)) app.addHttpMethod(method);
}

/**
 * Answers 405 with `Allow` where an address exists and the method does not (RFC 9110 section 15.5.6). Call it before
 * the routes are added.
 *
 * @returns adds the refusals; call it after the routes were added
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const known = new Map<string, Set<string>>();
  app.addHook('onRoute', (route) => {
    // As it was written: the framework puts the prefix in front again.
    const allowed = known.get(route.routePath) ?? new Set<string>();
    for (const method of [route.method].flat()) allowed.add(method);
    known.set(route.routePath, allowed);
  });
  return () => {
    for (const [url, allowed] of [...known]) {
      const allow = [...allowed].sort().join(', ');
      const method = (app.supportedMethods as HTTPMethods[]).filter((name) => !allowed.has(name));
      if (method.length === 0 || url.includes('*')) continue;
      const refuse = async (_request: FastifyRequest, reply: FastifyReply): Promise<never> => {
        reply.header('allow', allow);
        throw new AppError('method_not_allowed', { message: `This address answers ${allow} only.` });
      };
      // Before a body is asked for, which the framework does of some methods.
      app.route({ method, url, exposeHeadRoute: false, onRequest: refuse, handler: refuse });
    }
  };
}
