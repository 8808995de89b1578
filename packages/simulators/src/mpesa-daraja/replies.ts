import type { SimulatorReply } from '../contract.ts';
import { json } from '../reply.ts';

/** An error in Daraja's envelope. */
export function refuse(status: number, errorCode: string, errorMessage: string): SimulatorReply {
  return json(status, { requestId: '10001-200002-1', errorCode, errorMessage });
}

/** Returns the error for an invalid field, with its name in the message. */
export function invalid(field: string): SimulatorReply {
  return refuse(400, '400.002.02', `Bad Request - Invalid ${field}`);
}

/** True for an https address with a host name and, for local trials, for any address on this machine. */
export function isCallbackAddress(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return (
    ['localhost', '127.0.0.1'].includes(hostname) || (protocol === 'https:' && !/^[\d.]+$/.test(hostname))
  );
}

/** A number or a string, as in the portal's samples. */
export function isPhone(value: unknown): value is string | number {
  return ['string', 'number'].includes(typeof value) && /^254[17]\d{8}$/.test(String(value));
}

/** Whole shillings, as a number or a string. */
export function isAmount(value: unknown, min: number, max: number): value is number | string {
  const amount = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof amount === 'number' && Number.isInteger(amount) && amount >= min && amount <= max;
}

/** The name that a client has put into its callback address: the last part of the path. */
export function nameIn(address: string): string {
  return new URL(address).pathname.split('/').at(-1) ?? '';
}

/** Nairobi's time as `YYYYMMDDHHmmss`: three hours ahead of UTC, all year round. */
export function nairobiText(at: Date): string {
  const there = new Date(at.getTime() + 3 * 3600_000);
  return there.toISOString().replace(/\D/g, '').slice(0, 14);
}
