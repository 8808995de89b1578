import type { TestService } from '../../../../test-support/service.ts';
import { type Answer, send } from './send.ts';

export interface Form {
  readonly action: string;
  /** The form data a browser would send: inputs with their values and the checked radio button. */
  readonly fields: Readonly<Record<string, string>>;
  readonly html: string;
}

/** A page as shown without JavaScript. */
export interface Screen extends Answer {
  /** Address that the browser shows. */
  readonly path: string;
  /** Kind of view, from `data-state`. */
  readonly state: string;
  /** Text in reading order, with single spaces. */
  readonly words: string;
  readonly forms: readonly Form[];
  /** Targets of the links. */
  readonly links: readonly string[];
  /** Address outside our host that the visitor was redirected to, by a response or by the page; otherwise null. */
  readonly left_to: string | null;
}

export interface Visitor {
  open(path: string): Promise<Screen>;
  /** Fills in and sends the form whose action ends with `action_end`, and follows the redirect. */
  submit(screen: Screen, action_end: string, fields?: Readonly<Record<string, string>>): Promise<Screen>;
}

const redirects_max = 5;

/** Simulates a browser without JavaScript, as far as our pages can tell. */
export function makeVisitor(service: Pick<TestService, 'url'>, language = 'en'): Visitor {
  const headers = { 'accept-language': language };
  const follow = async (path: string, answer: Answer): Promise<Screen> => {
    let here = path;
    let shown = answer;
    for (let count = 0; shown.status === 303 && count < redirects_max; count++) {
      const target = new URL(String(shown.headers.location), service.url);
      if (target.origin !== service.url) return { ...readScreen(here, shown), left_to: target.href };
      here = target.pathname + target.search;
      shown = await send(service.url, here, { headers });
    }
    const screen = readScreen(here, shown);
    const next = screen.left_to === null ? null : new URL(screen.left_to);
    if (next?.origin !== new URL(service.url).origin) return screen;
    const target = next.pathname + next.search;
    return follow(target, await send(service.url, target, { headers }));
  };
  return {
    open: async (path) => follow(path, await send(service.url, path, { headers })),
    submit: async (screen, action_end, fields = {}) => {
      const form = formOf(screen, action_end);
      const body = new URLSearchParams({ ...form.fields, ...fields }).toString();
      return follow(form.action, await postForm(service, form.action, body, headers));
    },
  };
}

/** Posts a form like a browser on a page that sends no referrer. */
export function postForm(
  service: Pick<TestService, 'url'>,
  path: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return send(service.url, path, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'null',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  });
}

/** Chooses, confirms and pays. @returns the next screen */
export async function payOnPage(
  service: Pick<TestService, 'url'>,
  token: string,
  choice: { readonly operator: string; readonly phone: string },
): Promise<Screen> {
  const visitor = makeVisitor(service);
  const choose = await visitor.open(`/pay/${token}?step=choose`);
  const confirm = await visitor.submit(choose, '/choose', choice);
  if (confirm.state !== 'confirm') throw new Error(`the page shows ${confirm.state}: ${confirm.words}`);
  return visitor.submit(confirm, '/pay');
}

/** Finds the form of a screen by the end of its action's path. */
export function formOf(screen: Screen, action_end: string): Form {
  const found = screen.forms.find(({ action }) => action.split('?')[0]?.endsWith(action_end));
  if (!found) throw new Error(`no form leads to ${action_end} on: ${screen.words}`);
  return found;
}

function readScreen(path: string, answer: Answer): Screen {
  const html = answer.text;
  return {
    ...answer,
    path,
    left_to: leavesFor(html),
    state: /<main[^>]* data-state="(\w+)"/.exec(html)?.[1] ?? '',
    words: wordsOf(html),
    forms: [...html.matchAll(/<form\b[^>]*>.*?<\/form>/gs)].map(([form]) => readForm(form)),
    links: [...html.matchAll(/<a\b[^>]*>/g)].map(([link]) => attribute(link, 'href') ?? ''),
  };
}

/** The target of a page that redirects at once. */
function leavesFor(html: string): string | null {
  const target = /<meta http-equiv="refresh" content="0;url=([^"]*)">/.exec(html)?.[1];
  return target === undefined ? null : unescapeHtml(target);
}

function readForm(html: string): Form {
  const inputs = [...html.matchAll(/<input\b[^>]*>/g)].map(([input]) => input);
  const sent = inputs.filter((input) => attribute(input, 'type') !== 'radio' || /\schecked\b/.test(input));
  return {
    html,
    action: attribute(html, 'action') ?? '',
    fields: Object.fromEntries(
      sent.map((input) => [attribute(input, 'name') ?? '', attribute(input, 'value') ?? '']),
    ),
  };
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : unescapeHtml(found);
}

function wordsOf(html: string): string {
  const text = html
    .replace(/^.*<body>/s, '')
    .replace(/<(script|style)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ');
  return unescapeHtml(text).replace(/\s+/g, ' ').trim();
}

function unescapeHtml(text: string): string {
  const characters: Readonly<Record<string, string>> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&amp;': '&',
  };
  return text.replace(/&(lt|gt|quot|#39|amp);/g, (entity) => characters[entity] ?? entity);
}
