import type { Context, VisitorActor } from '@guichet/core/platform';
import { type LinkView, visitPaymentLink } from '@guichet/core/serving';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguage, pickedLanguage } from '../../checkout-page/language.ts';
import type { Language } from '../../checkout-page/page.ts';
import type { Limits } from '../../http/limit-requests.ts';
import { drawCard } from './draw.ts';
import { makePaint, PainterBusy } from './paint.ts';

/** Pictures kept in memory, about 30 KB each. */
const kept_max = 100;

type CardRequest = FastifyRequest<{ Params: { code: string }; Querystring: Record<string, unknown> }>;

/** Adds `GET /l/{code}/card.png`, the picture that chat apps show for a shared link. */
export function addCardRoute(app: FastifyInstance, ctx: Context, limits: Limits): void {
  const paint = makePaint();
  const kept = new Map<string, Promise<Uint8Array>>();
  app.addHook('onClose', () => paint.stop());

  /** Keeps the newest pictures; requests for one that is being painted share it. */
  const pictureOf = (link: LinkView, language: Language): Promise<Uint8Array> => {
    const svg = drawCard(link, language);
    const earlier = kept.get(svg);
    if (earlier !== undefined) return earlier;
    const painting = paint(svg);
    kept.set(svg, painting);
    const [oldest] = kept.keys();
    if (kept.size > kept_max && oldest !== undefined) kept.delete(oldest);
    painting.catch(() => kept.delete(svg));
    return painting;
  };

  app.get('/l/:code/card.png', (request: CardRequest, reply: FastifyReply) =>
    limits.byMisses(request, reply, async () => {
      const visitor: VisitorActor = { kind: 'visitor', address: request.ip, request_id: request.id };
      const link = await visitPaymentLink(ctx, visitor, request.params.code);
      const language =
        pickedLanguage(request.query.lang) ?? acceptedLanguage(request.headers['accept-language']);
      const png = await pictureOf(link, language).catch((error: unknown) => {
        if (error instanceof PainterBusy) throw new AppError('unavailable', { retry_after_s: 5 });
        throw error;
      });
      return reply
        .type('image/png')
        .headers({ 'cache-control': 'public, max-age=3600', 'x-robots-tag': 'noindex' })
        .send(Buffer.from(png));
    }),
  );
}
