import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { AppError } from '@guichet/kernel/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pickEncoding } from '../http/pick-encoding.ts';
import { every_page } from '../http/protections.ts';
import { refuseOtherMethods } from '../http/refuse-methods.ts';
import { dashboardBuild } from './build.ts';
import { renderNotice } from './notice.ts';

/** Seconds after which the notice reloads. */
const notice_refresh_s = 2;

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The encodings in which a compressed copy of a file may exist, best first, with the file extension of each. */
const suffixes = { br: '.br', gzip: '.gz' } as const;
const encodings = ['br', 'gzip'] as const;

/** The server's own routes are below these paths: an unknown path there gets a 404, not a page. */
const own_paths = /^\/dashboard\/(api|auth|assets)(\/|$)/;

/** Paths in the frame of a merchant, with their mode and section. */
const frame_paths = /^\/dashboard\/[^/?]+\/(?<mode>test|live)(?:\/(?<section>[\w-]+))?(?=[/?]|$)/;

/** The built page. */
interface Built {
  /** The page for paths outside the frame. */
  readonly index: string;
  /** The pages for paths in the frame, by section; `frame` for unknown sections. */
  readonly pages: ReadonlyMap<string, string>;
  readonly folder: string;
  /** Names in the folder of assets. */
  readonly names: ReadonlySet<string>;
}

/**
 * The page of the dashboard at every path below `/dashboard` that is not the server's own, and its assets.
 *
 * @param openRoutes loads the routes that the page will call, unless they are loaded
 * @param lookAtBuild returns the state of the build in this process
 */
export function addDashboardPage(openRoutes: () => Promise<unknown>, lookAtBuild = dashboardBuild) {
  return async (app: FastifyInstance): Promise<void> => {
    const addRefusals = refuseOtherMethods(app);
    let read: Promise<Built> | null = null;
    /** Returns the built page; null while the build has not finished. */
    const built = async (): Promise<Built | null> => {
      const build = lookAtBuild(app.log);
      if (build.state !== 'built') return null;
      read ??= readBuilt(build.folder);
      return read;
    };

    const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      if (own_paths.test(request.url)) throw new AppError('not_found');
      const page = await built();
      const nonce = randomBytes(16).toString('base64');
      reply.headers(protections(nonce)).type('text/html; charset=utf-8');
      if (page) {
        // If loading the routes fails, the page's own requests load them again, and get the reason.
        reply.raw.once('finish', () => void openRoutes().catch(() => undefined));
        return reply.send(choosePage(page, request.url).replaceAll('%NONCE%', nonce));
      }
      const has_failed = lookAtBuild(app.log).state === 'failed';
      if (!has_failed)
        reply.headers({ refresh: String(notice_refresh_s), 'retry-after': String(notice_refresh_s) });
      return reply.status(503).send(renderNotice(has_failed ? 'failed' : 'building'));
    };
    app.get('/dashboard', sendPage);
    app.get('/dashboard/*', sendPage);

    app.get<{ Params: { name: string } }>('/dashboard/assets/:name', async (request, reply) => {
      const page = await built();
      const { name } = request.params;
      if (!page?.names.has(name)) throw new AppError('not_found');
      const encoding = pickEncoding(
        request.headers['accept-encoding'],
        encodings.filter((one) => page.names.has(name + suffixes[one])),
      );
      if (encoding !== null) reply.header('content-encoding', encoding);
      reply.headers({
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        'cross-origin-resource-policy': 'same-origin',
        'content-type': types[extname(name)] ?? 'application/octet-stream',
      });
      return reply.send(
        await readFile(join(page.folder, 'assets', name + (encoding === null ? '' : suffixes[encoding]))),
      );
    });
    addRefusals();
  };
}

async function readBuilt(folder: string): Promise<Built> {
  const [index, page_names, names] = await Promise.all([
    readFile(join(folder, 'index.html'), 'utf8'),
    readdir(join(folder, 'pages')),
    readdir(join(folder, 'assets')),
  ]);
  const pages = await Promise.all(
    page_names.map(async (name) => {
      const html = await readFile(join(folder, 'pages', name), 'utf8');
      return [basename(name, '.html'), html] as const;
    }),
  );
  return { index, pages: new Map(pages), folder, names: new Set(names) };
}

function choosePage({ index, pages }: Built, url: string): string {
  const { mode, section } = frame_paths.exec(url)?.groups ?? {};
  const page = pages.get(section ?? '') ?? pages.get('frame');
  return mode === undefined || page === undefined ? index : page.replaceAll('%MODE%', mode);
}

/**
 * The page runs only code from this server. The style sheets that its components create at run time carry the
 * nonce, which they read from the page.
 */
function protections(nonce: string): Record<string, string> {
  return {
    ...every_page,
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "connect-src 'self'",
      // Only pages of test mode let themselves be framed (docs/decisions/0061).
      "frame-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
  };
}
