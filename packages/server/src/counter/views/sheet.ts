import type { ShiftSheet } from '@guichet/core/serving';
import { asCurrency } from '@guichet/kernel/currencies';
import { type Money, moneyFromMajor } from '@guichet/kernel/money';
import { formatAmount, formatDateTime } from '../../checkout-page/format.ts';
import { type Html, html } from '../../http/html.ts';
import type { CounterPage, CounterScreen } from '../page.ts';

/** The totals of a shift: so far, with the button that closes it, or its closing sheet, to be printed. */
export function sheetScreen(page: CounterPage, sheet: ShiftSheet): CounterScreen {
  const { texts } = page;
  const isOpen = sheet.closed_at === null;
  const title = isOpen ? texts.sheet_open : texts.sheet;
  return {
    title,
    look: 'sheet',
    data: { state: isOpen ? 'shift' : 'sheet', events: isOpen ? '/caisse/events' : null },
    main: html`<h1>${title}</h1>${renderFacts(page, sheet)}${renderTotals(page, sheet)}${
      isOpen
        ? html`<form method="post" action="/caisse/shift/close"><p class="hint">${texts.close_sentence}</p><div class="action"><button class="button">${texts.close}</button></div></form>
<p class="quiet"><a class="link" href="/caisse" data-app>${texts.back}</a></p>`
        : html`<p class="signature">${texts.signature}</p><div class="action screen"><button type="button" class="button" id="print" hidden>${texts.print}</button></div>
<p class="quiet screen"><a class="link" href="/caisse/shifts/${sheet.id}">${texts.reload}</a></p><div class="action screen"><a class="button other" href="/caisse">${texts.sign_in_submit}</a></div>`
    }`,
  };
}

function renderFacts({ texts, merchant, language }: CounterPage, sheet: ShiftSheet): Html {
  const time = (text: string): Html => {
    const at = new Date(text);
    return html`<time datetime="${at.toISOString()}" data-day>${formatDateTime(at, language)}</time>`;
  };
  const rows: readonly (readonly [string, Html | string])[] = [
    [texts.till, `${merchant?.name ?? ''} · ${sheet.till.name}`],
    [texts.cashier, sheet.cashier.name],
    [texts.opened, time(sheet.opened_at)],
    ...(sheet.closed_at === null ? [] : [[texts.closed, time(sheet.closed_at)] as const]),
  ];
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`;
}

function renderTotals({ texts, language }: CounterPage, sheet: ShiftSheet): Html {
  const money = (amount: number): string => formatAmount(moneyOf(amount, sheet.currency), language);
  const rows = sheet.operators
    .filter(({ payments }) => payments > 0)
    .map(
      ({ operator, payments, amount }) =>
        html`<tr><th scope="row">${operator}</th><td>${payments}</td><td>${money(amount)}</td></tr>`,
    );
  const notes = [
    sheet.open_payments > 0 && texts.still_open(sheet.open_payments, money(sheet.open_amount)),
    sheet.different_payments > 0 && texts.different(sheet.different_payments),
    sheet.refunded_amount > 0 && texts.refunded(money(sheet.refunded_amount)),
    sheet.reversed_payments > 0 && texts.taken_back(sheet.reversed_payments, money(sheet.reversed_amount)),
  ].filter((note) => note !== false);
  if (rows.length === 0 && notes.length === 0) return html`<p class="lead">${texts.none}</p>`;
  return html`<table><thead><tr><th scope="col">${texts.operator}</th><th scope="col">${texts.payments}</th><th scope="col">${texts.sum}</th></tr></thead><tbody>${rows}</tbody><tfoot><tr><th scope="row">${texts.sum}</th><td>${sheet.payments}</td><td>${money(sheet.amount)}</td></tr></tfoot></table>${notes.map((note) => html`<p class="hint">${note}</p>`)}`;
}

function moneyOf(amount: number, currency: string): Money {
  const read = moneyFromMajor(amount, asCurrency(currency));
  if (!('money' in read)) throw new Error('an amount of the service itself');
  return read.money;
}
