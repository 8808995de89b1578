import { type Html, html } from '../../http/html.ts';
import { dueOf, feeOf, renderDue, totalOf } from '../parts/amount.ts';
import { renderAid } from '../parts/contact.ts';
import { renderFooter } from '../parts/frame.ts';
import { renderLanguages } from '../parts/languages.ts';
import { renderShop } from '../parts/logo.ts';
import { renderReceipt, renderSum } from '../parts/receipt.ts';
import type { Context } from '../screen.ts';
import { tornEdgeCss } from '../style.ts';
import { fullHeightCss, type Shell } from './shell.ts';

/** Desktop first: the receipt on the left, the view on the right; on a phone the receipt folds into one line. */
export const cotonouShell: Shell = {
  arrange: (main, context) => {
    const { page, texts, money } = context;
    const receipt = renderSummary(context);
    return html`<div class="columns"><header>
<div class="top">${renderShop(page.shop_name, page.logo)}${renderLanguages(context)}</div>
<details class="folded"><summary><span>${texts.summary}</span> <b>${money(dueOf(page))}</b></summary>${receipt}</details>
<div class="open">${renderDue(page)}${receipt}</div>
${renderAid(context)}</header>
<div class="right">${main}
${renderFooter(context)}</div></div>`;
  },
  css: `
${fullHeightCss}
header{padding:8px 20px 12px;background:var(--wash);border-bottom:1px solid var(--line)}
.right{padding:24px 20px;max-width:34rem}
.folded summary{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;min-height:48px;font-weight:600}
.folded summary:before{content:"";width:8px;height:8px;margin-block:0 4px;margin-inline:2px 12px;border:solid;border-width:0 2px 2px 0;transform:rotate(45deg)}
.folded summary span{flex:1}
header .receipt{padding-inline:0;margin:0;background:none;-webkit-mask:none;mask:none}
.open{display:none}
@media(min-width:760px){
.columns{display:grid;grid-template-columns:5fr 6fr}
header{padding:64px clamp(24px,4.4vw,56px) 48px;border:0;border-inline-end:1px solid var(--line)}
header>*{max-width:372px;margin-inline-start:auto}
.folded{display:none}
.aid{display:block;padding:12px 20px}
main .help{display:none}
.big{width:auto;height:56px}
.shop{font-size:1.1875rem}
.open{display:block;margin-top:16px;padding:24px 20px 32px;background:var(--paper);${tornEdgeCss}}
.open .receipt{margin-top:20px;padding-bottom:0;border-top:1px dashed var(--edge)}
.right{display:flex;flex-direction:column;padding:76px clamp(32px,5vw,64px) 32px}
main{flex:1;width:100%;max-width:440px}
.right footer{justify-content:flex-start}
.status{--place:0;text-align:start}
.status .ring{margin-inline-start:14px}
.status .quiet{text-align:start;margin-inline-start:-8px}
[data-state=confirm] .receipt{display:none}
}`,
};

/** Subtotal, Fees and Total, if known in this state. */
function renderSummary(context: Context): Html {
  const { page, texts, money } = context;
  const about = page.description !== null && html`<p class="what"><bdi>${page.description}</bdi></p>`;
  const total = totalOf(page.view);
  if (total !== null) {
    const fee = feeOf(page, total);
    const sum =
      fee === null ? renderReceipt([], [texts.total, money(total)]) : renderSum(context, fee, total);
    return html`${about}${sum}`;
  }
  const lines = renderReceipt([
    [texts.subtotal, money(page.amount)],
    ...(page.view.kind === 'choose' ? [[texts.fees, texts.fees_later] as const] : []),
  ]);
  return html`${about}${lines}`;
}
