import type { FastifyInstance, FastifyRequest } from 'fastify';
import { makeNonce, sendPage } from '../checkout-page/answer.ts';
import { acceptedLanguage, pickedLanguage } from '../checkout-page/language.ts';
import type { Limits } from '../http/limit-requests.ts';
import { refuseOtherMethods } from '../http/refuse-methods.ts';
import { renderWelcome } from './render.ts';

/** The welcome page at `/`, which creates nothing. */
export function addWelcomeRoutes(limits: Limits, { has_demo }: { readonly has_demo: boolean }) {
  return async (app: FastifyInstance): Promise<void> => {
    const addRefusals = refuseOtherMethods(app);
    const onRequest = async (...[request, reply]: Parameters<Limits['byAddress']>): Promise<void> =>
      limits.byAddress(request, reply);
    app.get('/', { onRequest }, async (request: FastifyRequest, reply) => {
      const { lang } = request.query as Readonly<Record<string, unknown>>;
      const language = pickedLanguage(lang) ?? acceptedLanguage(request.headers['accept-language']);
      const nonce = makeNonce();
      return sendPage(reply, { status: 200, parts: renderWelcome({ language, nonce, has_demo }), nonce });
    });
    addRefusals();
  };
}
