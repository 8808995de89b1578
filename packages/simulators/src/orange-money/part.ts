import type { Books } from '../books.ts';
import type { Simulator, SimulatorReply, SimulatorRequest } from '../contract.ts';

/** One of the four contracts; `handle` returns undefined for a path that is not its own. */
export type Part = Pick<Simulator, 'transactions' | 'decide' | 'expireTokens'> & {
  handle(request: SimulatorRequest): SimulatorReply | undefined;
};

/** A field as text; empty when it is not text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Returns the name under which the books list a transaction with this reference. Unless Orange documents that it
 * refuses a used reference, a second request is a second transaction, `reference~2`: the money moves twice, as it
 * may in reality.
 */
export function nameOf(books: Pick<Books<unknown>, 'find'>, reference: string): string {
  for (let copy = 1; ; copy += 1) {
    const name = copy === 1 ? reference : `${reference}~${copy}`;
    if (!books.find(name)) return name;
  }
}
