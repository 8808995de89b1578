import { AppError } from '@guichet/kernel/errors';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { refuses } from '../http/refuse-methods.ts';

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Endpoints that `interface.md` does not offer to API keys (section "Endpoints that are not available with an API
 * key"): listings and refunds. The error points to the dashboard.
 */
const elsewhere: readonly { url: string; method: HTTPMethods[]; what: string }[] = [
  { url: '/payments', method: ['GET', 'HEAD'], what: 'Payments are listed' },
  { url: '/payouts', method: ['GET', 'HEAD'], what: 'Payouts are listed' },
  { url: '/payments/:id/refunds', method: methods, what: 'Refunds are made and listed' },
  { url: '/payments/:id/refunds/*', method: methods, what: 'Refunds are made and listed' },
  { url: '/refunds', method: methods, what: 'Refunds are made and listed' },
  { url: '/refunds/*', method: methods, what: 'Refunds are made and listed' },
];

/** For each of these endpoints, adds a 404 that points to the dashboard. */
export function refuseElsewhere(app: FastifyInstance, public_url: string): void {
  for (const { url, method, what } of elsewhere) {
    app.route({
      method,
      url,
      exposeHeadRoute: false,
      ...refuses,
      handler: async () => {
        const message = `${what} in the dashboard, ${public_url}/dashboard, not with an API key.`;
        throw new AppError('dashboard_only', { message });
      },
    });
  }
}
