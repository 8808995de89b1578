import { html } from '../../http/html.ts';
import { renderDue } from '../parts/amount.ts';
import { renderAid } from '../parts/contact.ts';
import { renderFooter } from '../parts/frame.ts';
import { renderLanguages } from '../parts/languages.ts';
import { renderShop } from '../parts/logo.ts';
import type { Shell } from './shell.ts';

/**
 * Balanced for phone and desktop: one column, which on a desktop is a card on a tinted background, and in a wide
 * window a ticket: what is paid on its stub, the view beside it.
 */
export const defaultShell: Shell = {
  arrange: (main, context) => {
    const { page } = context;
    return html`<div class="card ticket"><header>
<div class="top">${renderShop(page.shop_name, page.logo)}${renderLanguages(context)}</div>
${page.description !== null && html`<p class="what"><bdi>${page.description}</bdi></p>`}
${renderDue(page)}
${renderAid(context)}</header>
${main}
${renderFooter(context)}</div>`;
  },
  css: `
.card{max-width:34rem;margin:0 auto;padding:8px 20px 24px}
header{margin:0 -20px;padding:0 20px 16px;border-bottom:1px dashed var(--edge)}
main{padding-top:20px}
@media(min-width:600px){
body{background:var(--wash)}
.card{width:440px;margin:clamp(16px,4vh,40px) auto;padding:16px 32px 24px;background:var(--paper);border:1px solid var(--line);border-radius:16px}
header{position:relative;margin-inline:-32px;padding-inline:32px}
header:before,header:after{content:"";position:absolute;bottom:-9px;left:-9px;width:18px;height:18px;border:1px solid var(--line);border-radius:50%;background:var(--wash);clip-path:inset(0 0 0 8px)}
header:after{left:auto;right:-9px;clip-path:inset(0 8px 0 0)}
}
@media(min-width:960px){
.ticket{display:grid;grid-template:auto 1fr/21rem 1fr;width:920px;max-width:none;min-height:36rem;margin-block:clamp(16px,9vh,96px);padding:0}
.ticket>header{grid-row:1/3;display:flex;flex-direction:column;margin:0;padding:28px 32px 32px;border:0;border-inline-end:1px dashed var(--edge)}
.ticket>header:before{inset:-9px auto auto;inset-inline-end:-9px;clip-path:inset(8px 0 0)}
.ticket>header:after{inset:auto auto -9px;inset-inline-end:-9px;clip-path:inset(0 0 8px)}
.ticket .top{margin-bottom:24px}
.ticket .amount{font-size:2.5rem}
.ticket .amount~.what,.what~.amount{margin-top:8px}
.ticket main{padding:32px 48px 0}
.ticket footer{align-self:end;padding:0 48px 24px}
.aid{display:block;margin-top:auto;padding-top:24px}
main .help{display:none}
.big{width:auto;height:56px}
}`,
};
