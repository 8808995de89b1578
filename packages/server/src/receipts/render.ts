import type { Receipt, ReceiptVerdict } from '@guichet/core/serving';
import { asCurrency } from '@guichet/kernel/currencies';
import { type Money, moneyFromText } from '@guichet/kernel/money';
import type { PageParts } from '../checkout-page/compress.ts';
import { formatAmount, formatDateTime, formatPhone } from '../checkout-page/format.ts';
import type { Language } from '../checkout-page/page.ts';
import { languageAttributes } from '../checkout-page/parts/languages.ts';
import { renderLogo } from '../checkout-page/parts/logo.ts';
import { compact } from '../checkout-page/style.ts';
import { type Html, html, raw } from '../http/html.ts';
import { makePageScript, type PageValues } from './page-script.ts';
import { qrPng } from './qr-png.ts';
import { logo_css, receipt_css, verify_css } from './style.ts';
import { type ReceiptTexts, receipt_texts } from './texts.ts';

/** The parts of a page that differ from visitor to visitor. */
export interface Visit {
  readonly language: Language;
  readonly nonce: string;
  /** The base URL of the service, without a trailing slash. */
  readonly public_url: string;
}

const styles = { receipt: compact(receipt_css), verify: compact(verify_css) } as const;
/** The maximum number of characters of a description: a receipt fits into 6,000 bytes. */
const description_length_max = 100;

/** A receipt arrives in one piece even on a slow network, and can be kept on any phone. */
const receipt_bytes_max = 6_000;

/**
 * The page of a receipt: no script, nothing else to load. If the merchant's texts leave no room for its logo, the
 * receipt is shown without it.
 */
export function renderReceiptPage(receipt: Receipt, visit: Visit): PageParts {
  const page = renderReceipt(receipt, visit);
  const fits = receipt.logo === null || Buffer.byteLength(page) <= receipt_bytes_max;
  return [fits ? page : renderReceipt({ ...receipt, logo: null }, visit)];
}

function renderReceipt(receipt: Receipt, visit: Visit): string {
  const { language, public_url } = visit;
  const texts = receipt_texts[language];
  const amount = formatAmount(receipt.total, language);
  const when = (at: Date): string => formatDateTime(at, language);
  const url = `${public_url}/r/${receipt.reference}`;
  const { merchant_name: shop, reference, code } = receipt;
  const message = texts.message({ amount, shop, when: when(receipt.paid_at), reference, url });
  const lines: readonly (readonly [string, string | null])[] = [
    [texts.for_what, receipt.description && shorten(receipt.description)],
    [texts.fee_within, feeText(receipt.fee, language)],
    [texts.operator, receipt.operator_name],
    [texts.number, receipt.phone],
    [texts.operator_receipt, receipt.operator_receipt],
    [texts.paid_at, when(receipt.paid_at)],
    [texts.reference, reference],
  ];
  const body = html`<main>
${renderLogo(receipt.logo)}<h1>${texts.paid_to(shop)}</h1>
<p class="sum">${amount}</p>
${receipt.thank_you !== null && html`<p class="thanks"><bdi>${receipt.thank_you}</bdi></p>`}
${notesOf(receipt, texts, language).map(([mood, text]) => html`<p class="note ${mood}">${text}</p>`)}
<dl>${lines.map(([label, value]) => value !== null && html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>
${renderContact(receipt)}
${code !== null && renderCode(`${public_url}/verify?code=${code}`, texts)}
<nav aria-label="${texts.send_by}"><a href="https://wa.me/?text=${encodeURIComponent(message)}">WhatsApp</a><a href="sms:?body=${encodeURIComponent(message)}">SMS</a><a href="mailto:?subject=${encodeURIComponent(`${texts.receipt} ${reference}`)}&body=${encodeURIComponent(message)}">E-mail</a></nav>
</main>`;
  return renderDocument(visit, {
    title: `${texts.receipt} ${reference}`,
    description: `${amount} · ${shop}`,
    css: receipt.logo === null ? styles.receipt : styles.receipt + logo_css,
    body,
  });
}

/** The page for a number that no receipt has. */
export function renderNoReceipt(visit: Visit): PageParts {
  const { title, sentence } = receipt_texts[visit.language].not_found;
  const body = html`<main><h1>${title}</h1><p>${sentence}</p></main>`;
  return [renderDocument(visit, { title, description: sentence, css: styles.receipt, body })];
}

/** A code that a visitor brought, with its verdict. */
export interface CheckedCode {
  readonly code: string;
  readonly verdict: ReceiptVerdict;
}

/**
 * The page that verifies receipts, also as a saved copy without a connection. It contains as many of the newest keys
 * as fit; about receipts of older ones, it asks the service.
 *
 * @param checked null for a visitor who brought no code
 */
export function renderVerifyPage(
  checked: CheckedCode | null,
  keys: readonly (readonly [id: string, key: string])[],
  visit: Visit,
): PageParts {
  const left = verify_bytes_max - Buffer.byteLength(renderVerify(null, {}, visit));
  const fitting = Math.max(1, Math.floor(left / bytes_per_key));
  return [renderVerify(checked, Object.fromEntries(keys.slice(0, fitting)), visit)];
}

/** The page with a few keys, so that it is saved and opened quickly on any phone. */
const verify_bytes_max = 6_000;
/** An id of eight characters, 32 bytes in base64url, quotes, colon and comma. */
const bytes_per_key = 57;

function renderVerify(checked: CheckedCode | null, keys: PageValues['keys'], visit: Visit): string {
  const { verify } = receipt_texts[visit.language];
  const { title, intro, field, submit, genuine, forged, forged_hint, unknown_key, offline, test } = verify;
  const words = { genuine, forged, forged_hint, unknown_key, offline, test };
  const verdict = checked && describeVerdict(checked.verdict, visit.language);
  const script = makePageScript({ service: visit.public_url, keys, words });
  const body = html`<main>
<h1>${title}</h1><p>${intro}</p>
<output${verdict && html` class="${verdict.mood}"`}>${verdict && html`<h2>${verdict.title}</h2>${verdict.lines.map((line) => html`<p>${line}</p>`)}`}</output>
<form action="${visit.public_url}/verify"><label>${field}<textarea name="code" rows="4" required autocomplete="off" spellcheck="false" dir="ltr">${checked?.code}</textarea></label><button>${submit}</button></form>
</main>
<script nonce="${visit.nonce}">${raw(script)}</script>`;
  return renderDocument(visit, { title, description: null, css: styles.verify, body });
}

interface DescribedVerdict {
  readonly mood: 'good' | '' | 'bad';
  readonly title: string;
  readonly lines: readonly string[];
}

function describeVerdict(verdict: ReceiptVerdict, language: Language): DescribedVerdict {
  const { verify } = receipt_texts[language];
  const { receipt, state, collected_at } = verdict;
  if (!receipt || !state) return { mood: 'bad', title: verify.forged, lines: [verify.forged_hint] };
  const money = moneyFromText(receipt.amount, asCurrency(receipt.currency));
  const when = (time: string): string => formatDateTime(new Date(time), language);
  const values: Readonly<Record<string, string>> = {
    amount: 'money' in money ? formatAmount(money.money, language) : `${receipt.amount} ${receipt.currency}`,
    shop: receipt.merchant_name,
    when: when(receipt.paid_at),
  };
  const fill = (text: string, from: Readonly<Record<string, string>>) =>
    text.replace(/\{(\w+)\}/g, (all, name: string) => from[name] ?? all);
  const isSpent = collected_at !== null || (state !== 'paid' && state !== 'partly_refunded');
  return {
    mood: isSpent ? 'bad' : receipt.livemode ? 'good' : '',
    title: fill(verify.genuine, values),
    lines: [
      ...(receipt.livemode ? [] : [verify.test]),
      verify.states[state],
      ...(collected_at === null ? [] : [fill(verify.collected, { when: when(collected_at) })]),
    ],
  };
}

function notesOf(
  receipt: Receipt,
  texts: ReceiptTexts,
  language: Language,
): readonly (readonly [mood: string, text: string])[] {
  const { mode, refunded, reversed_at, collected_at } = receipt;
  const when = (at: Date): string => formatDateTime(at, language);
  const notes: (readonly [string, string])[] = [];
  if (mode === 'test') notes.push(['warn', texts.test]);
  if (reversed_at !== null) notes.push(['bad', texts.reversed(when(reversed_at))]);
  if (refunded?.is_whole) notes.push(['bad', texts.refunded_whole(when(refunded.at))]);
  else if (refunded)
    notes.push(['warn', texts.refunded(formatAmount(refunded.sum, language), when(refunded.at))]);
  if (collected_at !== null) notes.push(['warn', texts.collected(when(collected_at))]);
  return notes;
}

/** The merchant's contact, with links that call or write. */
function renderContact({ contact, merchant_name }: Receipt): Html {
  const { phone, whatsapp, email, hours } = contact;
  const links = [
    phone !== null && html`<a href="tel:${phone}" dir="ltr">${formatPhone(phone)}</a>`,
    whatsapp !== null &&
      whatsapp !== phone &&
      html`<a href="https://wa.me/${whatsapp.slice(1)}">WhatsApp</a>`,
    email !== null && html`<a href="mailto:${email}">${email}</a>`,
  ].filter((link) => link !== false);
  if (links.length === 0 && hours === null) return html``;
  return html`<p class="who"><b>${merchant_name}</b>${hours !== null && html`<br>${hours}`}<br>${links}</p>`;
}

function renderCode(url: string, texts: ReceiptTexts): Html {
  return html`<figure><a href="${url}"><img src="${qrPng(url)}" alt="${texts.check}"></a><figcaption>${texts.scan}</figcaption></figure>`;
}

function feeText(fee: Money | null, language: Language): string | null {
  return fee === null || fee.amount_minor === 0n ? null : formatAmount(fee, language);
}

function shorten(text: string): string {
  const letters = [...text];
  return letters.length > description_length_max
    ? `${letters.slice(0, description_length_max).join('')}…`
    : text;
}

function renderDocument(
  { language, nonce }: Visit,
  {
    title,
    description,
    css,
    body,
  }: {
    readonly title: string;
    readonly description: string | null;
    readonly css: string;
    readonly body: Html;
  },
): string {
  const page = html`<!doctype html>
<html${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
${
  description !== null &&
  html`<meta name="description" content="${description}">
`
}<link rel="icon" href="data:,">
<style nonce="${nonce}">${raw(css)}</style>
</head>
<body>
${body}
</body>
</html>
`;
  return String(page);
}
