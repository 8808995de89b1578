import type { Outcome } from '@guichet/kernel/outcome';
import type { ConnectorAnswer } from '../contract.ts';
import type { HttpResult } from '../http/contract.ts';
import { keepText } from './wire.ts';

/** An answer that says no more than what became of the call. @param sensitive what must not be kept */
export function answer(
  outcome: Outcome,
  result: HttpResult,
  ...sensitive: (string | null)[]
): ConnectorAnswer {
  const texts = sensitive.filter((text) => text !== null);
  const raw = result.kind === 'reply' ? keepText(result.text, texts) : result;
  return { outcome, provider_reference: null, raw };
}
