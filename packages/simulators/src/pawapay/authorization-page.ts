import type { Books } from '../books.ts';
import type { SimulatorReply, SimulatorRequest } from '../contract.ts';
import type { Extra } from './show-transaction.ts';

const path = '/authorize/';

/** The page on which a customer of a redirecting operator approves. */
export function authorizationUrl(base_url: string, reference: string): string {
  return `${base_url}${path}${reference}`;
}

/** Responds with the operator's own page; undefined for every other path. */
export function answerAuthorization(
  books: Books<Extra>,
  request: SimulatorRequest,
): SimulatorReply | undefined {
  if (!request.path.startsWith(path)) return undefined;
  const entry = books.find(request.path.slice(path.length));
  if (!entry || entry.extra.redirect_at === null) return { status: 404, body: 'not found' };
  if (request.method === 'POST') {
    const end = new URLSearchParams(request.body).get('end') ?? 'success';
    books.decide(entry.reference, end);
    const { successfulUrl, failedUrl } = entry.extra.order.body;
    const location = String((entry.status === 'success' ? successfulUrl : failedUrl) ?? request.path);
    return { status: 303, headers: { location }, body: '' };
  }
  const buttons =
    entry.status === 'pending'
      ? '<form method="post"><button name="end" value="success">Pay</button> <button name="end" value="PAYMENT_NOT_APPROVED">Refuse</button></form>'
      : `<p>${entry.status}</p>`;
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Simulated operator</title><h1>${entry.extra.order.provider.code}</h1><p>${entry.asked_amount} ${entry.currency}</p>${buttons}`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}
