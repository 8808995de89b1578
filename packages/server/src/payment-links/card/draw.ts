import type { LinkView } from '@guichet/core/serving';
import { accentOf } from '../../checkout-page/accent.ts';
import type { Language } from '../../checkout-page/page.ts';
import { type Html, html } from '../../http/html.ts';
import { amountOf } from '../amount-of.ts';
import { link_texts } from '../texts.ts';

/** The size that chat apps and social networks show whole. */
const [width, height] = [1200, 630] as const;
/** The characters that fit on a line of the title, at its width of about 38 pixels each. */
const line_length_max = 26;
const lines_max = 2;
const middle = width / 2;

/** Draws the card of a payment link as an SVG: merchant, title and amount, centred, for any direction of writing. */
export function drawCard(link: LinkView, language: Language): string {
  const { color, text } = accentOf(link.merchant.primary_color);
  const lines = breakLines(inXml(link.title), line_length_max, lines_max);
  const amount = amountOf(link, language) ?? link_texts[language].any_amount;
  const top = lines.length === 1 ? 350 : 312;
  const card = html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" text-anchor="middle" font-family="DejaVu Sans">
<rect width="${width}" height="${height}" fill="#ffffff"/><rect width="${width}" height="200" fill="${color}"/>
<text x="${middle}" y="122" font-size="56" font-weight="700" fill="${text}">${shorten(inXml(link.merchant.name), 30)}</text>
${lines.map((line, index) => textLine(line, top + index * 82, 62, '#111827'))}
<rect x="80" y="440" width="${width - 160}" height="2" fill="#e3e6ea"/>
${textLine(shorten(amount, 22), 552, 80, '#111827')}
</svg>`;
  return String(card);
}

function textLine(line: string, y: number, size: number, color: string): Html {
  return html`<text x="${middle}" y="${y}" font-size="${size}" font-weight="700" fill="${color}">${line}</text>`;
}

/** Breaks a text between words; what does not fit into the lines is left out, with a mark. */
export function breakLines(text: string, length_max: number, count_max: number): readonly string[] {
  const lines: string[] = [''];
  for (const word of text.trim().split(/\s+/)) {
    const last = lines.at(-1) ?? '';
    const longer = last === '' ? word : `${last} ${word}`;
    if ([...longer].length <= length_max || last === '') lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const shown = lines.slice(0, count_max);
  const isCut = lines.length > count_max;
  return shown.map((line, index) =>
    shorten(isCut && index === count_max - 1 ? `${line} …` : line, length_max),
  );
}

/** Replaces the characters that XML cannot contain (XML 1.0 section 2.2). */
function inXml(text: string): string {
  return text.toWellFormed().replaceAll(not_xml, ' ');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced.
const not_xml = /[\u0000-\u001F\uFFFE\uFFFF]/g;

function shorten(text: string, length_max: number): string {
  const letters = [...text];
  return letters.length > length_max ? `${letters.slice(0, length_max - 1).join('')}…` : text;
}
