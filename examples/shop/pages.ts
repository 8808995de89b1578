import { readFileSync } from 'node:fs';
import type { Order } from './orders.ts';
import { product, shopName } from './product.ts';

/** The stylesheet of every page. */
export const style = readFileSync(new URL('style.css', import.meta.url), 'utf8');

/** Renders the front page. */
export function shopPage(): string {
  return page({
    title: shopName,
    main: `
      <div class="cloth" role="img" aria-label="Pagne à fleurs indigo, ocre et corail"></div>
      <div class="panel">
        <h1>${escapeHtml(product.name)}</h1>
        <p class="price">${money(product)}</p>
        <p class="quiet">${escapeHtml(product.description)}</p>
        ${buyForm('Acheter')}
        <p class="quiet small">Paiement par mobile money. Livraison à Abidjan sous 48 h.</p>
      </div>`,
  });
}

/** Renders an order. The page reloads itself while the order is not paid. */
export function orderPage(order: Order): string {
  const paid = order.status === 'paid';
  const lines = [
    ['Article', escapeHtml(order.name)],
    ['Montant', money(order)],
    ['Commande', `<code>${escapeHtml(order.id)}</code>`],
    ...(order.payment_id === null ? [] : [['Paiement', `<code>${escapeHtml(order.payment_id)}</code>`]]),
  ];
  return page({
    title: paid ? 'Commande payée' : 'En attente de confirmation',
    refresh_s: paid ? null : 3,
    main: `
      <div class="panel narrow">
        <p class="badge ${paid ? 'paid' : 'waiting'}" role="status">${paid ? 'Payée' : 'En attente de confirmation'}</p>
        <h1>${paid ? 'Merci, votre commande est payée' : 'Nous attendons la confirmation du paiement'}</h1>
        <p class="quiet">${
          paid
            ? 'Nous préparons votre pagne. Gardez le numéro de commande.'
            : 'Cette page se met à jour toute seule. Ne payez pas une deuxième fois.'
        }</p>
        <dl>${lines.map(([term, value]) => `<div><dt>${term}</dt><dd>${value}</dd></div>`).join('')}</dl>
        <a href="/">Retour à la boutique</a>
      </div>`,
  });
}

/** Renders the page for a payment that could not be started. */
export function noPaymentPage(): string {
  return page({
    title: 'Paiement indisponible',
    main: `
      <div class="panel narrow">
        <h1>Le paiement n’est pas disponible</h1>
        <p class="quiet">Rien n’a été débité. Réessayez dans un instant.</p>
        ${buyForm('Réessayer')}
        <a href="/">Retour à la boutique</a>
      </div>`,
  });
}

/** Renders an error as one sentence. */
export function problemPage(sentence: string): string {
  return page({
    title: sentence,
    main: `<div class="panel narrow"><h1>${escapeHtml(sentence)}</h1><a href="/">Retour à la boutique</a></div>`,
  });
}

function buyForm(label: string): string {
  return `<form method="post" action="/buy"><button>${label}</button></form>`;
}

function page({
  title,
  main,
  refresh_s,
}: {
  title: string;
  main: string;
  refresh_s?: number | null;
}): string {
  return `<!doctype html>
<html lang="fr">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  ${refresh_s ? `<meta http-equiv="refresh" content="${refresh_s}">` : ''}
  <title>${escapeHtml(title)}</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/style.css">
</head>
<body>
  <header><a href="/">${escapeHtml(shopName)}</a></header>
  <main>${main}</main>
</body>
</html>`;
}

function money({ amount, currency }: { amount: number; currency: string }): string {
  const format = new Intl.NumberFormat('fr-CI', { style: 'currency', currency });
  return escapeHtml(format.format(amount));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
