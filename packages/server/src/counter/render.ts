import { accentOf } from '../checkout-page/accent.ts';
import { fix, type PageParts } from '../checkout-page/compress.ts';
import { languageAttributes } from '../checkout-page/parts/languages.ts';
import { renderTabIcon } from '../checkout-page/parts/tab-icon.ts';
import { renderTestBanner } from '../checkout-page/parts/test-mode.ts';
import { defaultShell } from '../checkout-page/shells/default.ts';
import { commonCss, compact, renderAccent, withLiterals } from '../checkout-page/style.ts';
import { languages, texts as page_texts } from '../checkout-page/texts/texts.ts';
import { type Html, html, raw } from '../http/html.ts';
import type { CounterPage, CounterScreen } from './page.ts';
import { counter_script } from './script.ts';
import { counter_css } from './style.ts';

const style = fix(withLiterals(compact(commonCss + defaultShell.css + counter_css)));
const document_end = fix(`${counter_script}</script>\n</body>\n</html>\n`);

/** The whole page of a till, as one document that fetches nothing else. */
export function renderCounter(page: CounterPage, screen: CounterScreen): PageParts {
  const { language, nonce, texts, merchant, till } = page;
  const accent = accentOf(merchant?.primary_color ?? null);
  const before = html`<!doctype html>
<html${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<style nonce="${nonce}">`;
  const own = html`${raw(renderAccent(accent, 'default'))}</style>
<title>${screen.title} · ${till?.name ?? texts.app}</title>
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${accent.color}">
<link rel="manifest" href="/caisse/app.webmanifest">
${renderTabIcon(merchant?.name ?? texts.app, accent)}
${screen.refresh_s != null && html`<noscript><meta http-equiv="refresh" content="${screen.refresh_s}"></noscript>`}
</head>
<body>
<div id="page">${renderBody(page, screen)}</div>
<p id="lost" class="lost" role="alert" hidden>${texts.lost}</p>
<p id="said" class="hidden" role="status"></p>
<script nonce="${nonce}">`;
  return [String(before), style, String(own), document_end];
}

function renderBody(page: CounterPage, { data, main, look = 'form' }: CounterScreen): Html {
  const { language, texts, till } = page;
  const shared = {
    lang: page_texts[language].locale,
    now: page.now.toISOString(),
    unanswered: texts.unanswered,
  };
  const attributes = Object.entries({ ...data, ...shared }).map(([name, value]) =>
    value === null ? html`` : html` ${raw(`data-${name}`)}="${value}"`,
  );
  return html`${till?.mode === 'test' && renderTestBanner(page.page_texts)}<div class="card till">
${renderHeader(page)}<main class="${look}" tabindex="-1"${attributes}>
${data.events !== null && html`<button type="button" class="sound" id="sound" hidden>${texts.sound_off}</button>`}${main}</main>
${till && !page.shift && renderLanguageForm(page)}</div>`;
}

function renderHeader({ texts, till, merchant, shift }: CounterPage): Html {
  if (!till || !merchant) return html``;
  const who = shift ? html`${till.name} · ${shift.cashier_name}` : html`${till.name}`;
  return html`<header class="bar"><p class="shop"><bdi>${merchant.name}</bdi><small><bdi>${who}</bdi></small></p>${
    shift &&
    html`<nav><a class="link" href="/caisse/shift" data-app>${texts.shift}</a><form method="post" action="/caisse/lock"><button class="link">${texts.lock}</button></form></nav>`
  }</header>`;
}

function renderLanguageForm({ language, texts }: CounterPage): Html {
  const options = languages.map(
    (one) =>
      html`<option value="${one}" lang="${one}"${one === language && ' selected'}>${page_texts[one].language_name}</option>`,
  );
  return html`<nav class="speech" aria-label="${texts.language}"><form method="post" action="/caisse/language"><label class="hidden" for="language">${texts.language}</label><select id="language" name="language">${options}</select><button class="link">OK</button></form></nav>`;
}
