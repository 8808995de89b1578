import type { SimulatorReply } from '../contract.ts';
import { json } from '../reply.ts';

/** An error in Wave's form. */
export function refuse(status: number, code: string, details?: readonly unknown[]): SimulatorReply {
  return json(status, { code, message: `Refused: ${code}`, ...(details && { details }) });
}

/** 422 with the field that is wrong. */
function invalid(field: string, msg: string): SimulatorReply {
  return refuse(422, 'request-validation-error', [{ loc: ['body', field], msg }]);
}

/** True for an https address and, for local trials, for any address on this machine. */
function isReturnAddress(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || ['localhost', '127.0.0.1'].includes(hostname);
}

/** True for a positive amount as text: no sign, no leading zeros, no more decimals than the currency has. */
function isAmount(value: unknown, currency: string): boolean {
  const decimals = ['XOF', 'UGX'].includes(currency) ? '' : '(\\.\\d{1,2})?';
  return (
    typeof value === 'string' && new RegExp(`^(0|[1-9]\\d*)${decimals}$`).test(value) && Number(value) > 0
  );
}

export function validateSession(
  fields: Readonly<Record<string, unknown>>,
  currency: string,
): SimulatorReply | undefined {
  const { amount, client_reference, restrict_payer_mobile } = fields;
  if (!isAmount(amount, currency)) return invalid('amount', 'not an amount');
  if (fields.currency !== currency) return invalid('currency', 'not the currency of this wallet');
  for (const name of ['success_url', 'error_url']) {
    if (!isReturnAddress(fields[name])) return invalid(name, 'not an https URL');
  }
  if (client_reference !== undefined && String(client_reference).length > 255) {
    return invalid('client_reference', 'longer than 255 characters');
  }
  if (restrict_payer_mobile !== undefined && !/^\+\d{8,15}$/.test(String(restrict_payer_mobile))) {
    return invalid('restrict_payer_mobile', 'not E.164');
  }
  return undefined;
}

export function validatePayout(
  fields: Readonly<Record<string, unknown>>,
  { currency, calling_code }: { readonly currency: string; readonly calling_code: string },
): SimulatorReply | undefined {
  if (fields.currency !== currency) return refuse(400, 'currency-mismatch');
  if (!isAmount(fields.receive_amount, currency)) return invalid('receive_amount', 'not an amount');
  if (typeof fields.mobile !== 'string' || !/^\+\d{8,15}$/.test(fields.mobile)) {
    return invalid('mobile', 'not E.164');
  }
  return fields.mobile.startsWith(calling_code) ? undefined : refuse(400, 'country-mismatch');
}
