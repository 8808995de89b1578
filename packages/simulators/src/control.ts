import {
  faultKinds,
  type PayerPlan,
  type Simulator,
  type SimulatorReply,
  type SimulatorRequest,
} from './contract.ts';
import { json, readObject } from './reply.ts';
import { type ControlledWorld, isFaultKind } from './world.ts';

/** The path under which a simulator is controlled, next to the provider's own paths. */
export const control_path = '/_control';

/**
 * Responds to a request about the simulator itself: `GET /_control/transactions`, `POST /_control/decide
 * {reference, end}`, `POST /_control/reverse {reference}`, `POST /_control/payers {phone, plan}`, `POST
 * /_control/faults {next, rates}`, `POST /_control/dashboard {callback_url}`, and a page for people at `GET
 * /_control`.
 */
export function answerControl(
  simulator: Simulator,
  world: ControlledWorld,
  request: SimulatorRequest,
): SimulatorReply {
  const route = `${request.method} ${request.path.slice(control_path.length).replace(/\/$/, '')}`;
  switch (route) {
    case 'GET ':
      return page(simulator, world);
    case 'GET /transactions':
      return json(200, { transactions: simulator.transactions() });
    case 'POST /decide':
      return decide(simulator, request);
    case 'POST /reverse':
      return reverse(simulator, request);
    case 'POST /payers':
      return setPayer(world, request);
    case 'POST /faults':
      return setFaults(world, request);
    case 'POST /dashboard':
      return setDashboard(world, request);
    default:
      return json(404, { error: 'not a control route: see the README of the simulators' });
  }
}

/** Reads the fields of a request: JSON from programs, form fields from the page. */
function readFields(request: SimulatorRequest): Readonly<Record<string, unknown>> {
  return isForm(request)
    ? Object.fromEntries(new URLSearchParams(request.body))
    : (readObject(request.body) ?? {});
}

function isForm({ headers }: SimulatorRequest): boolean {
  return headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
}

function backToPage(): SimulatorReply {
  return { status: 303, headers: { location: control_path }, body: '' };
}

function decide(simulator: Simulator, request: SimulatorRequest): SimulatorReply {
  const { reference, end = 'success' } = readFields(request);
  if (typeof reference !== 'string' || typeof end !== 'string') {
    return json(422, { error: 'give {"reference": "...", "end": "success" or the provider\'s code}' });
  }
  if (!simulator.decide(reference, end))
    return json(404, { error: 'no pending transaction has this reference' });
  return isForm(request) ? backToPage() : json(200, { decided: end });
}

function reverse(simulator: Simulator, request: SimulatorRequest): SimulatorReply {
  const { reference } = readFields(request);
  if (typeof reference !== 'string') return json(422, { error: 'give {"reference": "..."}' });
  if (!simulator.reverse?.(reference)) {
    return json(404, { error: 'no success that this provider can reverse has this reference' });
  }
  return isForm(request) ? backToPage() : json(200, { reversed: reference });
}

function setPayer(world: ControlledWorld, { body }: SimulatorRequest): SimulatorReply {
  const { phone, plan } = readObject(body) ?? {};
  if (typeof phone !== 'string' || (plan !== null && !isPlan(plan))) {
    return json(422, {
      error: 'give {"phone": "...", "plan": {"after_ms": 1000, "end": "success"} or null}',
    });
  }
  if (plan === null) world.plans.delete(phone);
  else world.plans.set(phone, plan);
  return json(200, { phone, plan });
}

function isPlan(value: unknown): value is PayerPlan {
  if (typeof value !== 'object' || value === null) return false;
  const { after_ms, end } = value as Record<string, unknown>;
  return (after_ms === null || typeof after_ms === 'number') && typeof end === 'string';
}

function setFaults(world: ControlledWorld, { body }: SimulatorRequest): SimulatorReply {
  const { next = [], rates = {} } = readObject(body) ?? {};
  const isNext = Array.isArray(next) && next.every((one) => isFaultKind(String(one?.kind)));
  const isRates =
    typeof rates === 'object' &&
    rates !== null &&
    Object.entries(rates).every(([kind, rate]) => isFaultKind(kind) && typeof rate === 'number');
  if (!isNext || !isRates) {
    const example = { next: [{ kind: 'drop_after', place: '/path' }], rates: { no_callback: 0.1 } };
    return json(422, { error: 'not faults', example, kinds: faultKinds });
  }
  world.faults.next = [...next];
  world.faults.rates = { ...rates };
  return json(200, world.faults);
}

function setDashboard(world: ControlledWorld, request: SimulatorRequest): SimulatorReply {
  const { callback_url } = readFields(request);
  const isAddress = typeof callback_url === 'string' && URL.canParse(callback_url);
  if (!isAddress && callback_url !== null) {
    return json(422, { error: 'give {"callback_url": "https://..." or null}' });
  }
  world.dashboard.callback_url = callback_url;
  return isForm(request) ? backToPage() : json(200, world.dashboard);
}

/** Renders the page that lists the transactions, with buttons to pay or refuse as the payer. */
function page(simulator: Simulator, world: ControlledWorld): SimulatorReply {
  const rows = simulator
    .transactions()
    .toReversed()
    .slice(0, 200)
    .map((one) => {
      const state = one.reversed ? 'reversed' : (one.code ?? one.status);
      const cells = [one.direction, one.phone, `${one.asked_amount} ${one.currency}`, state];
      const button = (end: string, label: string): string =>
        `<button name="end" value="${end}">${label}</button>`;
      const form =
        one.status === 'pending'
          ? `<form method="post" action="${control_path}/decide"><input type="hidden" name="reference" value="${escapeText(one.reference)}">${button('success', 'Approve')} ${button('REFUSED', 'Refuse')}</form>`
          : '';
      return `<tr>${cells.map((cell) => `<td>${escapeText(cell)}</td>`).join('')}<td>${form}</td></tr>`;
    });
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${simulator.id} simulator</title><style>body{font:16px system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}table{border-collapse:collapse;width:100%}td,th{padding:.5rem;text-align:left;border-bottom:1px solid #ddd}button{padding:.5rem 1rem}</style>
<h1>${simulator.id} simulator</h1><form method="post" action="${control_path}/dashboard"><label>Callback address, as set in the provider's dashboard<br><input name="callback_url" type="url" size="80" required value="${escapeText(world.dashboard.callback_url ?? '')}"></label> <button>Set</button></form>
<p>Decide pending transactions as the payer.</p>
<table><tr><th>Kind<th>Number<th>Amount<th>State<th></tr>${rows.join('')}</table>`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
