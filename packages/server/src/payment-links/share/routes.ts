import type { Context, VisitorActor } from '@guichet/core/platform';
import { type LinkView, visitPaymentLink } from '@guichet/core/serving';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { makeNonce, sendPage } from '../../checkout-page/answer.ts';
import { answerWithPage } from '../../checkout-page/answer-with-page.ts';
import { acceptedLanguage, pickedLanguage } from '../../checkout-page/language.ts';
import type { Language } from '../../checkout-page/page.ts';
import type { Limits } from '../../http/limit-requests.ts';
import { refuseOtherMethods } from '../../http/refuse-methods.ts';
import { renderNoLink } from '../render.ts';
import { requirePiSpi } from './pi-spi.ts';
import { renderPoster } from './poster.ts';
import { poster_texts } from './poster-texts.ts';
import { drawQrSvg, makeQrPng } from './qr-files.ts';

interface LinkRoute {
  Params: { code?: string };
  Querystring: Record<string, unknown>;
}
type LinkRequest = FastifyRequest<LinkRoute>;

/** Files with which a payment link is shared on paper: `/l/{code}/qr.svg`, `qr.png` and `poster`. */
export function addLinkShareRoutes(ctx: Context, limits: Limits) {
  return async (app: FastifyInstance): Promise<void> => {
    const addRefusals = refuseOtherMethods(app);
    const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
      limits.byAddress(request, reply);
    app.setErrorHandler((error, request, reply) =>
      answerWithPage(error, request as Parameters<typeof answerWithPage>[1], reply),
    );
    const withLink = (send: (link: LinkView, request: LinkRequest, reply: FastifyReply) => FastifyReply) => {
      return async (request: LinkRequest, reply: FastifyReply): Promise<FastifyReply> => {
        try {
          const link = await limits.byMisses(request, reply, () =>
            visitPaymentLink(ctx, visitor(request), request.params.code ?? ''),
          );
          return send(link, request, reply);
        } catch (error) {
          if (!(error instanceof AppError && error.code === 'payment_link_not_found')) throw error;
          const visit = { language: languageOf(request), is_picked: false, nonce: makeNonce() };
          return sendPage(reply, { status: 404, parts: renderNoLink(visit), nonce: visit.nonce });
        }
      };
    };

    app.get<LinkRoute>('/l/:code/qr.svg', { onRequest }, withLink(sendSvg));
    app.get<LinkRoute>('/l/:code/qr.png', { onRequest }, withLink(sendPng));
    app.get<LinkRoute>('/l/:code/pi-spi.svg', { onRequest }, withLink(sendPiSpiSvg));
    app.get<LinkRoute>('/l/:code/pi-spi.png', { onRequest }, withLink(sendPiSpiPng));
    app.get<LinkRoute>('/l/:code/poster', { onRequest }, withLink(sendPoster));
    addRefusals();
  };
}

function sendSvg({ url, code }: LinkView, request: LinkRequest, reply: FastifyReply): FastifyReply {
  const svg = drawQrSvg(url, poster_texts[languageOf(request)].qr);
  return asFile(reply, `${code}.svg`).type('image/svg+xml').send(String(svg));
}

function sendPng({ url, code }: LinkView, _request: LinkRequest, reply: FastifyReply): FastifyReply {
  return asFile(reply, `${code}.png`).type('image/png').send(makeQrPng(url));
}

function sendPiSpiSvg(link: LinkView, request: LinkRequest, reply: FastifyReply): FastifyReply {
  const svg = drawQrSvg(requirePiSpi(link), poster_texts[languageOf(request)].qr);
  return asFile(reply, `${link.code}-pi-spi.svg`)
    .header('cache-control', 'no-store')
    .type('image/svg+xml')
    .send(String(svg));
}

function sendPiSpiPng(link: LinkView, _request: LinkRequest, reply: FastifyReply): FastifyReply {
  return asFile(reply, `${link.code}-pi-spi.png`)
    .header('cache-control', 'no-store')
    .type('image/png')
    .send(makeQrPng(requirePiSpi(link)));
}

/** The code in an address never changes, so neither does its picture. */
function asFile(reply: FastifyReply, name: string): FastifyReply {
  return reply.headers({
    'content-disposition': `inline; filename="payment-link-${name}"`,
    'cache-control': 'public, max-age=86400',
    'x-robots-tag': 'noindex',
  });
}

function sendPoster(link: LinkView, request: LinkRequest, reply: FastifyReply): FastifyReply {
  const size = request.query.size === 'a6' ? 'a6' : 'a5';
  const nonce = makeNonce();
  const parts = renderPoster(link, { size, language: languageOf(request), nonce });
  return sendPage(reply, { status: 200, parts, nonce });
}

function languageOf({ query, headers }: LinkRequest): Language {
  return pickedLanguage(query.lang) ?? acceptedLanguage(headers['accept-language']);
}

function visitor(request: FastifyRequest): VisitorActor {
  return { kind: 'visitor', address: request.ip, request_id: request.id };
}
