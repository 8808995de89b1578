import type { SimulatorReply, SimulatorRequest } from '../contract.ts';

/** The fields that a customer filled in on Orange's page, or in Orange's app. */
export interface Confirmation {
  readonly msisdn: string;
  readonly otp: string;
}

/** The page where a customer enters a number and a code. */
export function showPage(title: string, amount: string): SimulatorReply {
  const body = `<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeText(title)}</title><style>body{font:16px system-ui;margin:2rem auto;max-width:24rem;padding:0 1rem}input,button{font:inherit;padding:.5rem;width:100%;box-sizing:border-box;margin:.25rem 0 1rem}</style>
<h1>${escapeText(title)}</h1><p>${escapeText(amount)}</p>
<form method="post"><label>Number<input name="msisdn" inputmode="tel" required></label><label>Code<input name="otp" inputmode="numeric" value="123456" required></label><button>Pay</button></form></html>`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** Reads the submitted form of the page. */
export function readConfirmation({ body }: SimulatorRequest): Confirmation {
  const form = new URLSearchParams(body);
  return { msisdn: form.get('msisdn') ?? '', otp: form.get('otp') ?? '' };
}

/** Sends the customer back to the merchant. */
export function goTo(location: string): SimulatorReply {
  return { status: 303, headers: { location }, body: '' };
}

export function showGone(): SimulatorReply {
  return {
    status: 410,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<!doctype html><html lang="fr"><title>Lien expiré</title><h1>Lien expiré</h1></html>',
  };
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
