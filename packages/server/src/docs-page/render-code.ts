import { escapeHtml, type Html, html, raw } from '../http/html.ts';

/**
 * The tokens to highlight in each language. The name of the first group that matches is the kind of token; `j` is
 * embedded JSON.
 */
const languages: Readonly<Record<string, RegExp>> = {
  json: /(?<k>"(?:[^"\\]|\\[\s\S])*"(?=:))|(?<s>"(?:[^"\\]|\\[\s\S])*(?:"|\\?$))|(?<n>-?\b\d[\d.]*\b|\b(?:true|false|null)\b)/g,
  ts: /(?<c>\/\/[^\n]*)|(?<s>'(?:[^'\\]|\\[\s\S])*(?:'|\\?$)|`[^`]*`)|(?<n>\b\d[\d_.]*\b|\b(?:const|for|await|of|if|async|new|import|from|while)\b)/g,
  sh: /(?<c>^#[^\n]*)|(?<j>(?<=-d ')\{[^']*\}(?='))|(?<k>\B-[A-Za-z]+\b)|(?<s>"[^"]*"|'(?!\{)[^']*')/gm,
  http: /(?<k>^[\w-]+(?=:))/gm,
};

/** Renders a block of code. Highlighting only adds markup: the text is the same without it. */
export function renderCode(text: string, language: string): Html {
  return html`<pre><code>${markCode(text, language)}</code></pre>`;
}

/** Renders a panel of code below a line of text. */
export function renderPanel(head: Html, text: string, language: string, className?: string): Html {
  return html`<figure class="${className ? `panel ${className}` : 'panel'}"><figcaption>${head}</figcaption>${renderCode(text, language)}</figure>`;
}

/** Formats a value as JSON for people to read. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function markCode(text: string, language: string): Html {
  const pieces = languages[language];
  if (!pieces) return html`${text}`;
  let marked = '';
  let end = 0;
  for (const match of text.matchAll(pieces)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined) ?? [];
    marked += escapeHtml(text.slice(end, match.index));
    marked +=
      kind === 'j' ? String(markCode(match[0], 'json')) : `<i class="${kind}">${escapeHtml(match[0])}</i>`;
    end = match.index + match[0].length;
  }
  return raw(marked + escapeHtml(text.slice(end)));
}
