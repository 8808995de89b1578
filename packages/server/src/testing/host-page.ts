import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { textOf } from '../checkout-page/compress.ts';
import type { Page, View } from '../checkout-page/page.ts';
import { renderPage } from '../checkout-page/render.ts';
import { samplePage, sampleViews } from '../checkout-page/samples.ts';

/** The state of the host, set by each test. */
export interface Shown {
  /** Key of `sampleViews`. */
  kind: string;
  /** Changes to the sample, other than to its view. */
  change: Partial<Page>;
  /** The server's clock; if null, the page is rendered without it. */
  now: Date | null;
  /** The event stream: missing from the page, refused, or open. */
  events: 'none' | 'refused' | 'open';
  /** The number of requests for the page, from now on, that get a 503. */
  failures: number;
}

/** A stand-in for the service that shows any page at any time, so that tests of the page's script need no payment. */
export interface PageHost {
  readonly url: string;
  readonly shown: Shown;
  /** Addresses of the forms that were sent. */
  readonly posts: string[];
  /** Number of requests for the page. */
  gets(): number;
  /** Number of open event streams. */
  streams(): number;
  /** Sends the payment's state over every open stream. */
  tell(status: string, action?: string): void;
  /** Breaks every open stream. */
  cutStreams(): void;
  /** Releases the responses to submitted forms, which are withheld until this call. */
  letPostsEnd(): void;
  reset(): void;
  close(): Promise<void>;
}

const initial: Shown = { kind: 'choose', change: {}, now: null, events: 'none', failures: 0 };

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'nonce-${samplePage.nonce}'`,
    `script-src 'nonce-${samplePage.nonce}'`,
    "connect-src 'self'",
    'img-src data:',
    "form-action 'self'",
  ].join('; '),
};

/** Serves the sample pages at `/pay/tok`, and an empty page of the merchant everywhere else. */
export async function hostPage(): Promise<PageHost> {
  const shown: Shown = { ...initial };
  const posts: string[] = [];
  const open = new Set<ServerResponse>();
  let gets = 0;
  let letPostsEnd = (): void => {};
  let postsMayEnd: Promise<void> = Promise.resolve();
  let url = '';

  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      posts.push(request.url ?? '');
      await postsMayEnd;
      response.writeHead(303, { location: '/pay/tok' }).end();
    } else if (request.url === '/events') {
      stream(response);
    } else if (request.url?.startsWith('/pay/tok') && !request.url.includes('/leave')) {
      gets += 1;
      if (shown.failures > 0) {
        shown.failures -= 1;
        response.writeHead(503).end('<main data-state="error"><h1>Out of order</h1></main>');
      } else {
        response.writeHead(200, headers).end(pageNow(shown, url));
      }
    } else {
      response
        .writeHead(200, headers)
        .end('<!doctype html><title>Shop</title><link rel="icon" href="data:,">');
    }
  });

  function stream(response: ServerResponse): void {
    if (shown.events !== 'open') return void response.writeHead(503).end();
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.flushHeaders();
    open.add(response);
    response.on('close', () => open.delete(response));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    shown,
    posts,
    gets: () => gets,
    streams: () => open.size,
    tell: (status, kind) => {
      const data = JSON.stringify({ payment: { status, action: kind === undefined ? null : { kind } } });
      for (const response of open) response.write(`event: status\ndata: ${data}\n\n`);
    },
    cutStreams: () => {
      for (const response of open) response.destroy();
    },
    letPostsEnd: () => letPostsEnd(),
    reset: () => {
      Object.assign(shown, initial);
      posts.length = 0;
      letPostsEnd();
      postsMayEnd = new Promise((resolve) => {
        letPostsEnd = resolve;
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Renders the page with the clock and the stream of the test, whatever the view requests. */
function pageNow({ kind, change, now, events }: Shown, url: string): string {
  const view = viewOf(kind, url);
  const html = textOf(renderPage({ ...samplePage, language: 'en', view, ...change }));
  const own = [
    now && `data-now="${now.toISOString()}"`,
    events !== 'none' && /<(?:main|time)[^>]* data-(?:poll|soon)/.test(html) && 'data-events="/events"',
  ];
  return html
    .replace(/ data-(?:events|now)="[^"]*"/g, '')
    .replace('<main ', `<main ${own.filter(Boolean).join(' ')} `);
}

function viewOf(kind: string, url: string): View {
  const view = sampleViews[kind];
  if (!view) throw new Error(`no sample of ${kind}`);
  return 'return_href' in view ? { ...view, return_href: `${url}/thanks` } : view;
}
