import type { SimulatorReply, SimulatorRequest } from '../contract.ts';
import type { Session } from './contract.ts';
import type { Sessions } from './sessions.ts';

/** The page that `wave_launch_url` opens, in place of Wave's app: `/c/{id}`, and `/c/{id}/{end}` to decide. */
export function answerLaunch(sessions: Sessions, { method, path }: SimulatorRequest): SimulatorReply {
  const [, , id = '', end = ''] = path.split('/');
  const session = sessions.find(id);
  if (!session) return page(404, '<h1>No such link</h1>');
  if (method === 'POST' && sessions.pay(session, { after_ms: 0, end })) {
    const to = session.checkout_status === 'complete' ? session.shown.success_url : session.shown.error_url;
    return { status: 303, headers: { location: String(to) }, body: '' };
  }
  return page(200, describe(session));
}

function describe({ id, amount, shown, checkout_status }: Session): string {
  const title = `<h1>${shown.business_name}: ${amount} ${shown.currency}</h1>`;
  if (checkout_status !== 'open') return `${title}<p>This link is ${checkout_status}.</p>`;
  const button = (end: string, label: string): string =>
    `<form method="post" action="/c/${id}/${end}"><button>${label}</button></form>`;
  return [
    title,
    button('success', 'Pay'),
    button('insufficient-funds', 'Pay without enough money'),
    button('cancelled', 'Cancel'),
  ].join('');
}

function page(status: number, content: string): SimulatorReply {
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Wave simulator</title><body style="font:16px system-ui;margin:2rem">${content}`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}
