import { html } from '../http/html.ts';

/** Renders the page that the demo's customer returns to; it stands in for a merchant's own page. */
export function renderReturned(input: {
  nonce: string;
  payment_id: string | null;
  status: string | null;
}): string {
  const { nonce, payment_id, status } = input;
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Back at the shop</title>
<style nonce="${nonce}">
body { font: 17px/1.5 system-ui, sans-serif; max-width: 34em; margin: 0 auto; padding: 48px 20px; }
h1 { font-size: 22px; margin: 0 0 16px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; }
dt { opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
a { display: inline-block; padding: 12px 0; color: inherit; }
</style>
</head>
<body>
<main>
<h1>Back at the shop</h1>
<p>The customer's browser was sent back to the merchant. A real shop now waits for the signed webhook, or asks the API, before it treats the order as paid.</p>
<dl>
<dt>Payment</dt><dd>${payment_id ?? 'none: the customer cancelled'}</dd>
<dt>Status</dt><dd>${status ?? 'cancelled'}</dd>
</dl>
<a href="/demo">Pay again</a>
</main>
</body>
</html>`;
  return String(document);
}
