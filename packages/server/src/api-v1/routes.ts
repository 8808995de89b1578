import type { Context } from '@guichet/core/platform';
import type { FastifyInstance } from 'fastify';
import type { Limits } from '../http/limit-requests.ts';
import { refuseOtherMethods } from '../http/refuse-methods.ts';
import { addOperations } from './add-operations.ts';
import { allOperations } from './operations.ts';
import { refuseElsewhere } from './refuse-elsewhere.ts';

/** The API of `interface.md` under `/api/v1`. */
export function addApiRoutes(ctx: Context, limits: Limits) {
  return async (app: FastifyInstance): Promise<void> => {
    const addRefusals = refuseOtherMethods(app);
    addOperations(app, ctx, limits, allOperations(ctx));
    refuseElsewhere(app, ctx.public_url);
    addRefusals();
  };
}
