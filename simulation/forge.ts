import type { CallbackCall, Transaction } from '@guichet/simulators/contract';
import type { Stage } from './stage.ts';

/**
 * Makes a callback that no provider sent: a copy of a genuine callback about a success, including its signature,
 * but with the references of a different transaction. Undefined if there is none to copy.
 */
export function forge(stage: Stage, provider: number): CallbackCall | undefined {
  const side = stage.sides[provider];
  const account_id = stage.account_ids[provider];
  if (!side || account_id === undefined) return undefined;
  const transactions = side.simulator.transactions();
  const target = transactions.find(({ status }) => status !== 'success');
  if (!target) return undefined;
  for (const call of stage.kept.toReversed()) {
    if (!call.url.includes(account_id)) continue;
    const paid = transactions.find(
      ({ status, reference }) => status === 'success' && speaksOf(call, reference),
    );
    if (paid) return { ...call, url: rename(call.url, paid, target), body: rename(call.body, paid, target) };
  }
  return undefined;
}

function speaksOf({ url, body }: CallbackCall, reference: string): boolean {
  return url.includes(reference) || body.includes(reference);
}

function rename(text: string, from: Transaction, to: Transaction): string {
  return text
    .replaceAll(from.reference, to.reference)
    .replaceAll(from.provider_reference, to.provider_reference)
    .replaceAll(`"${from.asked_amount}"`, `"${to.asked_amount}"`);
}
