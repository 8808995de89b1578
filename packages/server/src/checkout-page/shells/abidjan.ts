import { html } from '../../http/html.ts';
import { renderDue } from '../parts/amount.ts';
import { renderAid } from '../parts/contact.ts';
import { renderFooter } from '../parts/frame.ts';
import { renderLanguages } from '../parts/languages.ts';
import { renderShop } from '../parts/logo.ts';
import { fullHeightCss, type Shell } from './shell.ts';

/**
 * Mobile first and full height: the amount on the accent color, the view on a sheet over it, and the action fixed
 * to the bottom. A focused element is scrolled clear of the action. In a low window, such as the one above an
 * on-screen keyboard, the action is not fixed.
 */
export const abidjanShell: Shell = {
  arrange: (main, context) => {
    const { page } = context;
    return html`<div class="screen"><header>
<div class="top">${renderShop(page.shop_name, page.logo)}${renderLanguages(context)}</div>
<div class="front">${renderDue(page)}
${page.description !== null && html`<p class="what"><bdi>${page.description}</bdi></p>`}</div>
${renderAid(context)}</header>
<div class="sheet">${main}
${renderFooter(context)}</div></div>`;
  },
  css: `
${fullHeightCss}
body{background:var(--checkout-primary)}
.screen{display:flex;flex-direction:column;width:100%;max-width:28rem;margin:0 auto}
header{min-height:23vh;display:flex;flex-direction:column;padding:4px 20px 20px;color:var(--on-primary)}
header .languages summary,header .what,header .amount small{color:inherit}
header :focus-visible{outline-color:currentColor}
.front{margin:auto 0}
.amount{font-size:2.75rem}
.sheet{flex:1;display:flex;flex-direction:column;background:var(--paper);border-radius:24px 24px 0 0;padding:20px 20px 16px}
main,main>form:not(.quiet):not(.sandbox){flex:1;display:flex;flex-direction:column}
.action{margin:auto -20px 0;padding:16px 20px calc(12px + env(safe-area-inset-bottom));background:linear-gradient(#0000,var(--paper) 12px)}
footer{margin-top:16px}
@media(min-height:480px){
html{scroll-padding-bottom:112px}
.action{position:sticky;bottom:0}
}
@media(min-width:600px){
.screen{justify-content:center;padding-bottom:24px}
.sheet{flex:none;border-radius:24px}
.action{margin-top:8px}
}
@media(min-width:900px){
body{background:linear-gradient(150deg,var(--checkout-primary) 40%,color-mix(in srgb,var(--checkout-primary) 72%,var(--off-primary)))}
.screen{display:grid;grid-template-columns:1fr 460px;max-width:none;padding:0}
header{padding:32px 64px 40px}
.shop{font-size:1.25rem}
.amount{font-size:4rem}
header .what{margin-top:8px;font-size:1.1875rem;line-height:1.4;max-width:28em}
.aid{display:block}
header .hint{color:inherit}
main .help{display:none}
.big{width:auto;height:56px}
.sheet{padding:48px 40px 24px;border-start-end-radius:0;border-end-end-radius:0}
main{flex:none;margin:auto 0}
html{scroll-padding-bottom:0}
.action{position:static;margin-inline:0;padding:20px 0 8px}
}`,
};
