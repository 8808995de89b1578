import type { LinkRefusal, LinkView, Logo } from '@guichet/core/serving';
import { accentOf } from '../checkout-page/accent.ts';
import { fix, type PageParts } from '../checkout-page/compress.ts';
import { formatAmount, formatDateTime } from '../checkout-page/format.ts';
import { address } from '../checkout-page/links.ts';
import type { Language } from '../checkout-page/page.ts';
import { renderLargeAmount } from '../checkout-page/parts/amount.ts';
import { renderIcon } from '../checkout-page/parts/icon.ts';
import { languageAttributes, renderLanguageSwitch } from '../checkout-page/parts/languages.ts';
import { apart, renderShop } from '../checkout-page/parts/logo.ts';
import { renderStatus } from '../checkout-page/parts/status.ts';
import { renderTabIcon } from '../checkout-page/parts/tab-icon.ts';
import { renderTestBanner } from '../checkout-page/parts/test-mode.ts';
import { defaultShell } from '../checkout-page/shells/default.ts';
import { commonCss, compact, renderAccent, withLiterals } from '../checkout-page/style.ts';
import { inEachLanguage, texts as page_texts } from '../checkout-page/texts/texts.ts';
import { type Html, html, raw } from '../http/html.ts';
import { amountOf } from './amount-of.ts';
import { type FormState, renderForm } from './form.ts';
import { link_css } from './style.ts';
import { link_texts, refusalNotice } from './texts.ts';
import type { Visit } from './visit.ts';

const style = fix(withLiterals(compact(commonCss + defaultShell.css + link_css)));
const document_end = fix('\n</body>\n</html>\n');

/** The page of a link that can be paid. */
export function renderLinkPage(link: LinkView, state: FormState, visit: Visit): PageParts {
  const texts = link_texts[visit.language];
  const form = renderForm(link, state, visit, texts);
  const ends = link.expires_at && texts.until(formatDateTime(link.expires_at, visit.language));
  return renderLinkDocument(
    link,
    visit,
    state.has_problem,
    html`<main class="form">${link.description !== null && html`<p class="about"><bdi>${link.description}</bdi></p>`}
${form}
<p class="hint centred">${texts.next}${ends !== null && html`<br>${ends}`}</p></main>`,
  );
}

/** The page of a link that cannot be paid, with the reason. */
export function renderRefusedPage(link: LinkView, reason: LinkRefusal, visit: Visit): PageParts {
  const notice = refusalNotice(`link_${reason}`, link.merchant.name, visit.language);
  const isDone = reason === 'paid' || reason === 'sold_out';
  return renderLinkDocument(
    link,
    visit,
    false,
    html`<main class="status">${renderStatus(isDone ? 'check' : 'clock', 'calm', notice)}${renderContact(link)}</main>`,
  );
}

/** The page for an address that no link has. */
export function renderNoLink({ language, nonce }: Visit): PageParts {
  const notice = link_texts[language].not_found;
  return renderDocument({
    ...{ language, nonce, primary_color: null, logo: null },
    head: html`<title>${notice.title}</title>
<link rel="icon" href="data:,">`,
    body: html`<div class="card"><main class="status">${renderStatus('attention', 'calm', notice)}</main></div>`,
  });
}

function renderLinkDocument(link: LinkView, visit: Visit, has_problem: boolean, main: Html): PageParts {
  const { language } = visit;
  const { name, logo, primary_color } = link.merchant;
  const languages = inEachLanguage((lang) => address(`/l/${link.code}`, { lang }));
  const title = [
    has_problem && page_texts[language].error_prefix,
    link.title,
    amountOf(link, language),
    name,
  ];
  return renderDocument({
    ...{ language, nonce: visit.nonce, primary_color, logo },
    head: html`<title>${title.filter(Boolean).join(' · ')}</title>
${renderCard(link, language)}
${renderTabIcon(name, accentOf(primary_color))}`,
    body: html`${link.mode === 'test' && renderTestBanner(page_texts[language])}<div class="card ticket"><header>
<div class="top">${renderShop(name, logo)}${renderLanguageSwitch(language, languages)}</div>
<h1><bdi>${link.title}</bdi></h1>
${renderAmount(link, language)}
</header>
${main}
<footer>${renderIcon('lock')}<span>${page_texts[language].secure_payment}</span></footer></div>`,
  });
}

/** The data from which chat apps draw the card of a shared address (Open Graph protocol). */
function renderCard(link: LinkView, language: Language): Html {
  const amount = amountOf(link, language);
  const title = amount === null ? link.title : `${link.title} · ${amount}`;
  const description = [link.merchant.name, link.description].filter(Boolean).join(' · ').slice(0, 200);
  return html`<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${link.merchant.name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${link.url}">
<meta property="og:image" content="${link.url}/card.png?lang=${language}&v=${link.updated_at.getTime()}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">`;
}

function renderAmount({ choice, paid }: LinkView, language: Language): Html {
  const texts = link_texts[language];
  switch (choice.kind) {
    case 'fixed':
      return renderLargeAmount(choice.amount, language);
    case 'open':
      return html`<p class="what">${texts.any_amount}</p>`;
    case 'part': {
      const due = formatAmount(choice.max, language);
      const note =
        paid === null ? texts.bill : `${texts.paid(formatAmount(paid, language))} · ${texts.due(due)}`;
      return html`${renderLargeAmount(choice.max, language)}<p class="what">${note}</p>`;
    }
  }
}

/** The merchant's contact, for a customer who cannot pay here. */
function renderContact({ merchant: { contact } }: LinkView): Html {
  const { phone, whatsapp, email } = contact;
  const links = [
    whatsapp !== null && html`<a href="https://wa.me/${whatsapp.slice(1)}">WhatsApp</a>`,
    phone !== null && html`<a href="tel:${phone}" dir="ltr">${phone}</a>`,
    email !== null && html`<a href="mailto:${encodeURIComponent(email)}">${email}</a>`,
  ].filter((one) => one !== false);
  if (links.length === 0) return html``;
  return html`<p class="hint">${links.map((one, index) => html`${index > 0 && ' · '}${one}`)}</p>`;
}

function renderDocument({
  language,
  nonce,
  primary_color,
  logo,
  head,
  body,
}: {
  readonly language: Language;
  readonly nonce: string;
  readonly primary_color: string | null;
  readonly logo: Logo | null;
  readonly head: Html;
  readonly body: Html;
}): PageParts {
  const before = html`<!doctype html>
<html${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<style nonce="${nonce}">`;
  const own = html`${raw(renderAccent(accentOf(primary_color), 'default'))}</style>
${head}
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="color-scheme" content="light dark">
</head>
<body>
${body}`;
  return [String(before), style, ...apart(String(own), logo), document_end];
}
