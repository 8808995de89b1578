import type { SimulatorReply } from './contract.ts';

/** A response in JSON. */
export function json(status: number, value: unknown): SimulatorReply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** A response without a body. */
export function empty(status: number): SimulatorReply {
  return { status, body: '' };
}

/** Reads a request's body as a JSON object; undefined when it is not one. */
export function readObject(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
