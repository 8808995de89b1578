import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { act, cleanup, configure, render, waitFor } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { makeQueryClient } from '../app/query-client.ts';
import { makeRouter } from '../app/router.tsx';
import { cssVariables, theme } from '../app/theme.ts';
import type { Language } from '../language/define-texts.ts';
import { LanguageProvider } from '../language/use-language.tsx';
import type { Recorded } from './recorded.ts';

configure({
  // Only failing tests wait this long; a busy machine may need it.
  asyncUtilTimeout: 60_000,
  // The error omits the document, which is hundreds of lines long.
  getElementError: (message) => new Error(message?.split('\n')[0]),
});

/** An HTML element that happy-dom does not know yet. */
const not_known_to_the_document = /^The tag <%s> is unrecognized .* search$/;

/** The dashboard at an address, in a document without a browser. */
export interface Screen {
  /** The page's requests to the server, oldest first: method, path and query. */
  readonly asked: readonly string[];
  /** The bodies of its requests in JSON, oldest first. */
  readonly sent: readonly unknown[];
  /** The page's own address, from `/dashboard` on. */
  address(): string;
  /** Adds responses that take precedence from now on. */
  answerBy(...recorded: readonly Recorded[]): void;
  /** Reports changed nouns on the page's stream, once the page follows it. */
  report(...nouns: readonly string[]): Promise<void>;
  /** Takes the browser off the network, or back to it: until then, every request fails. */
  connect(is_online: boolean): void;
}

/**
 * Opens the whole dashboard, as `main.tsx` does, with recorded responses: only the network is replaced, none of our
 * code. An unrecorded request gets a 404 and fails the test, as does a warning from React.
 *
 * @param address from `/dashboard` on
 */
export async function openScreen(
  address: string,
  recorded: readonly Recorded[],
  { language = 'en' }: { readonly language?: Language } = {},
): Promise<Screen> {
  const answers = [...recorded];
  const asked: string[] = [];
  const sent: unknown[] = [];
  const wrong: string[] = [];
  let is_connected = true;
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    const text = words.map(String).join(' ');
    if (!not_known_to_the_document.test(text)) wrong.push(text);
  });
  const lines = stubStreams();
  // Text areas that grow with their text measure it again once fonts have loaded; happy-dom has no fonts.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  vi.stubGlobal('fetch', async (request: Request) => {
    const { method, url } = request;
    if (!is_connected) throw new TypeError('Failed to fetch');
    const { pathname, search } = new URL(url);
    asked.push(`${method} ${pathname}${search}`);
    const is_json = request.headers.get('content-type')?.includes('json') ?? false;
    if (is_json) sent.push(await request.json());
    const found = answers.findLast((one) => one.method === method && matches(one, pathname));
    await found?.after;
    if (!found) wrong.push(`there is no recorded response to ${method} ${pathname}`);
    const { status, body } = found ?? { status: 404, body: '{}' };
    const headers = { 'content-type': 'application/json', 'x-request-id': 'req_of_the_test' };
    return new Response(body, { status, headers });
  });
  localStorage.setItem('guichet.language', language);
  window.history.replaceState(null, '', address);

  const query_client = makeQueryClient(() => undefined);
  const router = makeRouter(query_client);
  await act(() => router.load());
  renderDashboard(query_client, router);
  const connect = (is_online: boolean): void => {
    is_connected = is_online;
    act(() => void window.dispatchEvent(new Event(is_online ? 'online' : 'offline')));
  };
  onTestFinished(() => {
    cleanup();
    connect(true);
    query_client.clear();
    localStorage.clear();
    sessionStorage.clear();
    if (wrong.length > 0) throw new Error(wrong.join('\n'));
  });
  return {
    asked,
    sent,
    address: () => router.history.location.href,
    answerBy: (...more) => void answers.push(...more),
    report: async (...nouns) => {
      const data = JSON.stringify({ nouns });
      await waitFor(() => lines.at(-1) ?? Promise.reject(new Error('the page follows no stream')));
      await act(async () => void lines.at(-1)?.dispatchEvent(new MessageEvent('changes', { data })));
    },
    connect,
  };
}

function renderDashboard(
  query_client: ReturnType<typeof makeQueryClient>,
  router: ReturnType<typeof makeRouter>,
): void {
  render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      <LanguageProvider>
        <QueryClientProvider client={query_client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>,
  );
}

/** Replaces the browser's event streams. @returns those that the page opens, oldest first, added as it opens them */
function stubStreams(): readonly EventTarget[] {
  const lines: EventTarget[] = [];
  vi.stubGlobal(
    'EventSource',
    class extends SilentLine {
      constructor() {
        super();
        lines.push(this);
      }
    },
  );
  return lines;
}

function matches({ path, mode }: Recorded, pathname: string): boolean {
  const pattern = path.replace('{mode}', mode ?? '{mode}').replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(pathname);
}

/** A stream of changes that reports only what a test lets it report. */
class SilentLine extends EventTarget {
  readonly readyState = 1;
  close(): void {}
}
