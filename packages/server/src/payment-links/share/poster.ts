import type { LinkView } from '@guichet/core/serving';
import type { Money } from '@guichet/kernel/money';
import { accentOf } from '../../checkout-page/accent.ts';
import type { PageParts } from '../../checkout-page/compress.ts';
import { formatAmount } from '../../checkout-page/format.ts';
import type { Language } from '../../checkout-page/page.ts';
import { languageAttributes } from '../../checkout-page/parts/languages.ts';
import { languages, texts as page_texts } from '../../checkout-page/texts/texts.ts';
import { type Html, html, raw } from '../../http/html.ts';
import { type PosterSize, poster_css, poster_sizes } from './poster-style.ts';
import { type PosterTexts, poster_texts } from './poster-texts.ts';
import { drawQrSvg } from './qr-files.ts';

/** The parts of a poster that the visitor chooses. */
export interface PosterVisit {
  readonly size: PosterSize;
  readonly language: Language;
  readonly nonce: string;
}

/** The poster of a payment link, a page to print: no script, nothing else to load. */
export function renderPoster(link: LinkView, visit: PosterVisit): PageParts {
  const texts = poster_texts[visit.language];
  const { merchant, title, choice, donation, mode } = link;
  const { color, text } = accentOf(merchant.primary_color);
  const steps = [texts.scan, choice.kind === 'fixed' ? texts.check : texts.enter, texts.confirm];
  const body = html`${renderChoices(link, visit, texts)}
<div class="poster">
${mode === 'test' && html`<p class="test">${texts.test}</p>`}
<header><div class="shop cut ${scaleOf(merchant.name, 22, 44)}"><bdi>${merchant.name}</bdi></div><p>${donation ? texts.give : texts.pay}</p></header>
<main>
<div><h1 class="cut ${scaleOf(title, 26, 60)}"><bdi>${title}</bdi></h1>${renderSum(link, visit.language, texts)}</div>
${drawQrSvg(link.url, texts.qr)}
<div><p class="open">${texts.or_open}</p>${renderAddress(link)}</div>
</main>
<ol>${steps.map((step, index) => html`<li><b>${index + 1}</b>${step}</li>`)}</ol>
</div>`;
  const accent = `header,ol b{background:${color};color:${text}}`;
  return [
    renderDocument(visit, {
      title: `${texts.poster} ${poster_sizes[visit.size].name}: ${title}`,
      css: poster_css[visit.size] + accent,
      body,
    }),
  ];
}

/** The links to the other sizes and languages, which are not printed. */
function renderChoices({ code }: LinkView, { size, language }: PosterVisit, texts: PosterTexts): Html {
  const href = (to: PosterSize, lang: Language) => `/l/${code}/poster?size=${to}&lang=${lang}`;
  const sizes = Object.entries(poster_sizes) as [PosterSize, (typeof poster_sizes)[PosterSize]][];
  return html`<nav><p>${texts.print}</p><div role="group" aria-label="${texts.size}">${sizes.map(
    ([to, { name }]) =>
      to === size
        ? html`<b aria-current="page">${name}</b>`
        : html`<a href="${href(to, language)}">${name}</a>`,
  )}</div><div role="group" aria-label="${texts.language}">${languages.map((lang) =>
    lang === language
      ? html`<b aria-current="page">${page_texts[lang].language_name}</b>`
      : html`<a href="${href(size, lang)}" hreflang="${lang}" lang="${lang}">${page_texts[lang].language_name}</a>`,
  )}</div></nav>`;
}

function renderSum({ choice, paid }: LinkView, language: Language, texts: PosterTexts): Html {
  if (choice.kind === 'open') return html`<p class="hint">${texts.you_choose}</p>`;
  const sum = choice.kind === 'fixed' ? choice.amount : wholeOf(choice.max, paid);
  return html`<p class="sum large">${formatAmount(sum, language)}</p>${choice.kind === 'part' && html`<p class="hint">${texts.in_parts}</p>`}`;
}

/** The whole amount of a bill: what is due and what is paid. */
function wholeOf(due: Money, paid: Money | null): Money {
  return { ...due, amount_minor: due.amount_minor + (paid?.amount_minor ?? 0n) };
}

/** The address for people who type it: without the scheme, and its code in groups of four. */
function renderAddress({ url, code }: LinkView): Html {
  const base = url.slice(0, -code.length).replace(/^https?:\/\//, '');
  return html`<p class="address">${base}<wbr><span>${code.slice(0, 4)}</span><span>${code.slice(4)}</span></p>`;
}

/** The class of a text's size: large up to a number of letters, then medium, then small. */
function scaleOf(text: string, large_max: number, medium_max: number): string {
  const width = [...text].reduce((sum, letter) => sum + (isWide(letter) ? 2 : 1), 0);
  if (width <= large_max) return 'large';
  return width <= medium_max ? 'medium' : 'small';
}

/** Whether a letter is as wide as two: those of East Asia, and pictures. */
function isWide(letter: string): boolean {
  return /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}]/u.test(
    letter,
  );
}

function renderDocument(
  { language, nonce }: Pick<PosterVisit, 'language' | 'nonce'>,
  { title, css, body }: { readonly title: string; readonly css: string; readonly body: Html },
): string {
  const page = html`<!doctype html>
<html${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="icon" href="data:,">
<style nonce="${nonce}">${raw(css)}</style>
</head>
<body>
${body}
</body>
</html>
`;
  return String(page);
}
