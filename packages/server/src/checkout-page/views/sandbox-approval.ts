import type { Money } from '@guichet/kernel/money';
import { html, raw } from '../../http/html.ts';
import { formatAmount } from '../format.ts';
import type { Language } from '../page.ts';
import { renderLargeAmount } from '../parts/amount.ts';
import { languageAttributes } from '../parts/languages.ts';
import { compact } from '../style.ts';
import { texts as allTexts } from '../texts/texts.ts';

/** Data of the sandbox operator's own page. */
export interface SandboxApproval {
  readonly language: Language;
  readonly nonce: string;
  readonly shop_name: string;
  /** Total requested from the sandbox wallet, with the fee. */
  readonly total: Money;
  /** Path that accepts POST `decision` = `approve` | `refuse`. */
  readonly action: string;
}

/**
 * The page to which the sandbox operator redirects: a complete document that imitates another company's wallet, so
 * it looks different from our pages and says that its money is not real.
 */
export function renderSandboxApproval({
  language,
  nonce,
  shop_name,
  total,
  action,
}: SandboxApproval): string {
  const texts = allTexts[language];
  return String(html`<!doctype html>
<html${languageAttributes(language)}>
<head>
<meta charset="utf-8">
<title>${texts.sandbox_title} · ${shop_name} · ${formatAmount(total, language)}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<style nonce="${nonce}">${raw(css)}</style>
</head>
<body>
<header><b>${texts.sandbox_title}</b><p>${texts.sandbox_note}</p></header>
<main data-state="sandbox_approval">
<h1>${texts.sandbox_asks(shop_name)}</h1>
${renderLargeAmount(total, language)}
<form method="post" action="${action}">
<button name="decision" value="approve">${texts.sandbox_approve}</button>
<button name="decision" value="refuse">${texts.sandbox_refuse}</button>
</form>
</main>
</body>
</html>
`);
}

const css = compact(`
:root{color-scheme:light dark;--ink:#1c1a17;--paper:#fbf7ec;--edge:#1c1a17}
@media(prefers-color-scheme:dark){:root{--ink:#f4efe2;--paper:#1d1b17;--edge:#f4efe2}}
*{box-sizing:border-box;margin:0}
body{max-width:440px;margin:0 auto;padding:20px;background:var(--paper);color:var(--ink);font:1rem/1.5 ui-monospace,"Cascadia Mono",Menlo,Consolas,"Roboto Mono",monospace;overflow-wrap:anywhere}
header{padding-bottom:12px;border-bottom:2px dashed var(--edge)}
h1{margin-top:32px;font-size:1.0625rem;font-weight:400}
.amount{margin:8px 0 32px;font-size:2.125rem;line-height:1.2;font-weight:700;letter-spacing:-.04em}
.amount small{font-size:.5em;letter-spacing:0}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
form{display:grid;gap:12px}
button{min-height:52px;padding:8px 16px;border:2px solid var(--edge);border-radius:0;background:none;color:inherit;font:inherit;font-weight:700;cursor:pointer}
button[value=approve]{background:var(--ink);color:var(--paper)}
:focus-visible{outline:3px solid var(--edge);outline-offset:3px}
`);
