import type { Money } from '@guichet/kernel/money';
import { type Html, html } from '../../http/html.ts';
import type { Context } from '../screen.ts';
import type { Texts } from '../texts/keys.ts';

export type ReceiptLine = readonly [label: string, value: string | Html];

/** Lines of a receipt; the last one may be its total, shown larger. */
export function renderReceipt(lines: readonly ReceiptLine[], total?: ReceiptLine): Html {
  return html`<dl class="receipt">${lines.map((line) => renderLine(line, ''))}${
    total && renderLine(total, 'total')
  }</dl>`;
}

/** Subtotal, Fees and Total, which the interface promises to show before anything is sent. */
export function renderSum(context: Context, fee: Money, total: Money): Html {
  const { texts, page, money } = context;
  return renderReceipt(
    [
      [texts.subtotal, money(page.amount)],
      [texts.fees, fee.amount_minor === 0n ? texts.no_fee : money(fee)],
    ],
    [texts.total, money(total)],
  );
}

/** The link to the permanent receipt, which opens beside the page. */
export function renderReceiptLink(reference: string, texts: Texts): Html {
  return html`<p class="hint"><a href="/r/${reference}" target="_blank">${texts.receipt_link}</a></p>`;
}

function renderLine([label, value]: ReceiptLine, kind: string): Html {
  return html`<div${kind && html` class="${kind}"`}><dt>${label}</dt><dd>${value}</dd></div>`;
}
