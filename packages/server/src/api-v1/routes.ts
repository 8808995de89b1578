import { type Caller, makeAuthenticate } from '@guichet/core/api-keys/authenticate';
import { describeCheckout } from '@guichet/core/checkouts/describe';
import { makeInitialize } from '@guichet/core/checkouts/initialize';
import { makeGroupedInsert } from '@guichet/core/checkouts/insert-in-groups';
import { CheckoutObject, InitializedCheckout, InitializeInput } from '@guichet/core/checkouts/schemas';
import type { Context } from '@guichet/core/context';
import { retrievePayment, verifyPayment } from '@guichet/core/payments/retrieve';
import { PaymentObject } from '@guichet/core/payments/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Success, success } from '../http/envelope.ts';
import { refuseOtherMethods } from '../http/refuse-methods.ts';

const TokenParams = Type.Object({ token: Type.String() });
const IdParams = Type.Object({ id: Type.String() });

/** The API of `interface.md` under `/api/v1`. Handlers only translate; the verbs are core's. */
export function addApiRoutes(ctx: Context) {
  return async (app: FastifyInstance): Promise<void> => {
    const addRefusals = refuseOtherMethods(app);
    const authenticate = makeAuthenticate(ctx.db);
    const initialize = makeInitialize(ctx, makeGroupedInsert(ctx.pool));
    const callerOf = (request: FastifyRequest): Promise<Caller> =>
      authenticate(request.headers.authorization);
    // Before the body is read: who has no key gets no work done.
    const callers = new WeakMap<FastifyRequest, Caller>();
    const requireKey = async (request: FastifyRequest): Promise<void> => {
      callers.set(request, await callerOf(request));
    };
    const caller = (request: FastifyRequest): Caller => {
      const found = callers.get(request);
      if (!found) throw new Error('this route has no requireKey hook');
      return found;
    };

    app.post(
      '/checkout/initialize',
      {
        onRequest: requireKey,
        schema: { body: InitializeInput, response: { 201: Success(InitializedCheckout) } },
      },
      async (request, reply) => {
        const checkout = await initialize(caller(request), request.body);
        reply.status(201);
        return success('Checkout session created.', checkout);
      },
    );

    app.get<{ Params: { token: string } }>(
      '/checkout/:token',
      { schema: { params: TokenParams, response: { 200: Success(CheckoutObject) } } },
      async (request) =>
        success('Checkout session found.', await describeCheckout(ctx, request.params.token)),
    );

    app.get<{ Params: { id: string } }>(
      '/payments/:id',
      { onRequest: requireKey, schema: { params: IdParams, response: { 200: Success(PaymentObject) } } },
      async (request) =>
        success('Payment found.', await retrievePayment(ctx, caller(request), request.params.id)),
    );

    app.get<{ Params: { id: string } }>(
      '/payments/:id/verify',
      { onRequest: requireKey, schema: { params: IdParams, response: { 200: Success(PaymentObject) } } },
      async (request) =>
        success('Payment verified.', await verifyPayment(ctx, caller(request), request.params.id)),
    );

    addRefusals();
  };
}
