import { AppError } from '@guichet/kernel/errors';
import type { FastifyInstance } from 'fastify';

/**
 * Refuses URLs with a NUL in a parameter, for routes that search the database for it: nothing can match, because
 * PostgreSQL text cannot contain a NUL.
 */
export function refuseNul(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ params }) => {
    for (const value of Object.values(params as Record<string, unknown>)) {
      if (String(value).includes('\0')) throw new AppError('not_found');
    }
  });
}
