import { escapeHtml, type Html, html, raw } from '../http/html.ts';
import { renderCode } from './render-code.ts';

/**
 * Renders the part of Markdown that our own texts use: paragraphs, lists, tables, fenced code, and inline code,
 * bold and links. Everything else is shown as written, including HTML. Consecutive code blocks share one box, so
 * that it can be placed next to the text.
 */
export function renderMarkdown(text: string): Html {
  const runs: string[][] = [];
  for (const block of splitBlocks(text)) {
    const last = runs.at(-1);
    if (last?.[0] !== undefined && isCode(last[0]) && isCode(block)) last.push(block);
    else runs.push([block]);
  }
  return html`${runs.map((run) =>
    isCode(run[0] ?? '') ? html`<div class="codes">${run.map(renderBlock)}</div>` : run.map(renderBlock),
  )}`;
}

function isCode(block: string): boolean {
  return block.startsWith('```');
}

/** Renders one line without a paragraph around it. */
export function renderInline(text: string): Html {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^[\]]+\]\([^()\s]+\))/);
  return raw(parts.map(renderSpan).join(''));
}

function renderSpan(part: string): string {
  const code = /^`(.+)`$/s.exec(part);
  if (code) return `<code>${escapeHtml(code[1] ?? '')}</code>`;
  const bold = /^\*\*(.+)\*\*$/s.exec(part);
  if (bold) return `<b>${String(renderInline(bold[1] ?? ''))}</b>`;
  const [, words = '', address = ''] = /^\[([^\]]+)\]\((.+)\)$/s.exec(part) ?? [];
  if (/^(#|\/|https:\/\/)/.test(address)) {
    return `<a href="${escapeHtml(address)}">${String(renderInline(words))}</a>`;
  }
  return escapeHtml(part);
}

/** Blocks are separated by empty lines, except inside fences. */
function splitBlocks(text: string): readonly string[] {
  return (text.match(/```[\s\S]*?```|(?:(?!```)(?!\n\n)[\s\S])+/g) ?? [])
    .map((block) => block.trim())
    .filter((block) => block !== '');
}

function renderBlock(block: string): Html {
  const fence = /^```(\w*)\n([\s\S]*?)\n```$/.exec(block);
  if (fence) return renderCode(fence[2] ?? '', fence[1] ?? '');
  const lines = block.split('\n');
  if (lines.every((line) => line.startsWith('|'))) return renderTable(lines);
  if (/^(- |\d+\. )/.test(block)) return renderList(lines);
  return html`<p>${renderInline(lines.join(' '))}</p>`;
}

function renderList(lines: readonly string[]): Html {
  const items = lines.map((line) => html`<li>${renderInline(line.replace(/^(- |\d+\. )/, ''))}</li>`);
  return lines[0]?.startsWith('-') ? html`<ul>${items}</ul>` : html`<ol>${items}</ol>`;
}

/** The first line contains the headings, the second the rule below them. */
function renderTable([head = '', , ...rows]: readonly string[]): Html {
  const titles = cellsOf(head);
  return html`<table><thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${cellsOf(row).map((cell) => html`<td>${renderInline(cell)}</td>`)}</tr>`,
  )}</tbody></table>`;
}

function cellsOf(line: string): readonly string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}
