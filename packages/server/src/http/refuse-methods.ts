import { AppError } from '@guichet/kernel/errors';
import type { FastifyInstance, HTTPMethods } from 'fastify';

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

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
      const method = methods.filter((name) => !allowed.has(name));
      if (method.length === 0 || url.includes('*')) continue;
      app.route({
        method,
        url,
        exposeHeadRoute: false,
        handler: async (_request, reply) => {
          reply.header('allow', allow);
          throw new AppError('method_not_allowed', { message: `This address answers ${allow} only.` });
        },
      });
    }
  };
}
