import { readJson } from '@guichet/operators/http/read-json';

/** Body of `POST /v1/transfers`. */
export interface WireTransfer {
  /** Our reference; requests with the same id create one transfer. */
  readonly id: string;
  readonly kind: 'collect' | 'payout' | 'refund';
  /** Decimal text in the major unit. */
  readonly amount: string;
  readonly currency: string;
  /** E.164. */
  readonly phone: string;
  readonly note: string;
  /** For a refund, the id of the collection. */
  readonly original?: string;
  readonly callback_url: string;
}

/** A transfer as Acme Pay reports it. Unknown fields are dropped, unknown values are kept. */
export interface WireState {
  readonly id: string;
  readonly number: string | null;
  readonly status: string;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly code: string | null;
}

/** @returns undefined for anything that is not a transfer: HTML, a truncated text, a different object */
export function readState(text: string): WireState | undefined {
  const value = readObject(text);
  if (typeof value?.id !== 'string' || typeof value.status !== 'string') return undefined;
  const { id, status } = value;
  return {
    id,
    status,
    number: textOf(value.number),
    amount: textOf(value.amount),
    currency: textOf(value.currency),
    code: textOf(value.code),
  };
}

/** @returns the code of an error; null if there is none */
export function readErrorCode(text: string): string | null {
  return textOf(readObject(text)?.code);
}

function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = readJson(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

/** Reads a text or a number, because amounts arrive as either. */
function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}
