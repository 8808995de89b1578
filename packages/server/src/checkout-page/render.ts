import type { Logo } from '@guichet/core/serving';
import { type Html, html, raw } from '../http/html.ts';
import { accentOf } from './accent.ts';
import { fix, type PageParts } from './compress.ts';
import { formatAmount } from './format.ts';
import type { BarePage, EntryPage, Language, Page, View } from './page.ts';
import { renderLink } from './parts/actions.ts';
import { dueOf } from './parts/amount.ts';
import { renderMain } from './parts/frame.ts';
import { languageAttributes } from './parts/languages.ts';
import { apart } from './parts/logo.ts';
import { renderStatus } from './parts/status.ts';
import { renderTabIcon } from './parts/tab-icon.ts';
import { renderTestBanner } from './parts/test-mode.ts';
import type { Context, Screen, ViewOf } from './screen.ts';
import { script } from './script.ts';
import { abidjanShell } from './shells/abidjan.ts';
import { cotonouShell } from './shells/cotonou.ts';
import { defaultShell } from './shells/default.ts';
import { commonCss, compact, renderAccent, withLiterals } from './style.ts';
import { texts as allTexts } from './texts/texts.ts';
import { renderAlreadyPaid } from './views/already-paid.ts';
import { renderChoose } from './views/choose.ts';
import { renderConfirm } from './views/confirm.ts';
import { renderEnded } from './views/ended.ts';
import { renderEntry } from './views/entry.ts';
import { renderFailed } from './views/failed.ts';
import { renderHandOver } from './views/hand-over.ts';
import { renderHeld } from './views/held.ts';
import { renderOtp } from './views/otp.ts';
import { renderProblem } from './views/problem.ts';
import { renderRedirect } from './views/redirect.ts';
import { renderReturned } from './views/returned.ts';
import { renderReversed } from './views/reversed.ts';
import { renderSuccess } from './views/success.ts';
import { renderUnavailable } from './views/unavailable.ts';
import { renderUnknown } from './views/unknown.ts';
import { renderWaiting } from './views/waiting.ts';

const shells = { default: defaultShell, abidjan: abidjanShell, cotonou: cotonouShell } as const;

const styles = {
  default: fix(withLiterals(compact(commonCss + defaultShell.css))),
  abidjan: fix(withLiterals(compact(commonCss + abidjanShell.css))),
  cotonou: fix(withLiterals(compact(commonCss + cotonouShell.css))),
} as const;

const document_end = `
</body>
</html>
`;
/** The ends of pages with and without the script. */
const ends = { script: fix(`${script}</script>${document_end}`), plain: fix(document_end) } as const;

/** Seconds for which the receipt is shown before the page returns to the merchant, without script. */
const receiptTime_s = 5;
/** Seconds after which a rate-limited page reloads itself, without script. */
const retryTime_s = 5;

/** The whole page of a session, as one document that fetches nothing else. */
export function renderPage(page: Page): PageParts {
  const texts = allTexts[page.language];
  const context: Context = { page, texts, money: (money) => formatAmount(money, page.language) };
  const screen = renderView(page.view, context);
  const main = renderMain(page, screen);
  return renderDocument({
    language: page.language,
    nonce: page.nonce,
    title: [
      screen.has_problem && texts.error_prefix,
      page.shop_name,
      context.money(dueOf(page)),
      screen.heading,
    ],
    description: page.description ?? texts.secure_payment,
    refresh: refreshOf(screen),
    go_at_once: screen.go_at_once ?? null,
    template: page.template,
    primary_color: page.primary_color,
    has_script: true,
    shop_name: page.shop_name,
    logo: page.logo,
    body: html`${page.mode === 'test' && renderTestBanner(texts)}${shells[page.template].arrange(main, context)}`,
  });
}

/** A page without a session, in the default template. */
export function renderBarePage(page: BarePage): PageParts {
  const texts = allTexts[page.language];
  const notice = texts[page.kind];
  return renderDocument({
    language: page.language,
    nonce: page.nonce,
    title: [notice.title],
    description: notice.sentence,
    refresh: page.kind === 'rate_limited' ? `${retryTime_s};url=${page.reload_href}` : null,
    template: 'default',
    primary_color: null,
    has_script: false,
    body: html`<div class="card"><main class="status" data-state="${page.kind}">${renderStatus('attention', 'calm', notice)}${page.kind !== 'session_unknown' && renderLink(page.reload_href, texts.reload)}</main></div>`,
  });
}

/** The page for entering the short code from another screen, in the default template. */
export function renderEntryPage(page: EntryPage): PageParts {
  const texts = allTexts[page.language];
  return renderDocument({
    language: page.language,
    nonce: page.nonce,
    title: [page.is_wrong && texts.error_prefix, texts.entry_title],
    description: texts.entry_sentence,
    refresh: null,
    template: 'default',
    primary_color: null,
    has_script: false,
    body: html`<div class="card"><main class="form" data-state="entry">${renderEntry(page, texts)}</main></div>`,
  });
}

interface Document {
  readonly language: Language;
  readonly nonce: string;
  readonly title: readonly (string | false | undefined)[];
  /** Text that chat apps show below the title of a shared link. */
  readonly description: string;
  /** Content of `<meta http-equiv="refresh">`, for browsers without script. */
  readonly refresh: string | null;
  /** Address that the page redirects to immediately, with or without script. */
  readonly go_at_once?: string | null;
  readonly template: Page['template'];
  readonly primary_color: string | null;
  readonly has_script: boolean;
  /** Absent on a page without a session. */
  readonly shop_name?: string | null;
  readonly logo?: Logo | null;
  readonly body: Html;
}

/** The style comes first: the text before it is so short that it need not be compressed for each page. */
function renderDocument(document: Document): PageParts {
  const {
    language,
    nonce,
    title,
    description,
    refresh,
    go_at_once = null,
    template,
    has_script,
    shop_name = null,
    logo = null,
    body,
  } = document;
  const before = html`<!doctype html>
<html${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<style nonce="${nonce}">`;
  const accent = accentOf(document.primary_color);
  const own = html`${raw(renderAccent(accent, template))}</style>
<title>${title.filter(Boolean).join(' · ')}</title>
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">
<meta name="description" content="${description}">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
${shop_name === null ? html`<link rel="icon" href="data:,">` : renderTabIcon(shop_name, accent)}
${go_at_once !== null && html`<meta http-equiv="refresh" content="0;url=${go_at_once}">`}
${refresh !== null && html`<noscript><meta http-equiv="refresh" content="${refresh}"></noscript>`}
</head>
<body>
${body}
${has_script && html`<script nonce="${nonce}">`}`;
  return [
    String(before),
    styles[template],
    ...apart(String(own), logo),
    has_script ? ends.script : ends.plain,
  ];
}

function refreshOf(screen: Screen): string | null {
  if (screen.go_to !== undefined) return `${receiptTime_s};url=${screen.go_to}`;
  return screen.reload_s === undefined ? null : String(screen.reload_s);
}

const renderers: { readonly [Kind in View['kind']]: (view: ViewOf<Kind>, context: Context) => Screen } = {
  choose: renderChoose,
  hand_over: renderHandOver,
  confirm: renderConfirm,
  otp: renderOtp,
  waiting: renderWaiting,
  redirect: renderRedirect,
  success: renderSuccess,
  failed: renderFailed,
  unknown: renderUnknown,
  held: renderHeld,
  returned: renderReturned,
  cancelled: renderEnded,
  expired: renderEnded,
  too_many_attempts: renderEnded,
  reversed: renderReversed,
  already_paid: renderAlreadyPaid,
  unavailable: renderUnavailable,
  problem: renderProblem,
};

function renderView<Kind extends View['kind']>(view: ViewOf<Kind>, context: Context): Screen {
  const render: (view: ViewOf<Kind>, context: Context) => Screen = renderers[view.kind as Kind];
  return render(view, context);
}
