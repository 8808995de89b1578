import type { Outcome } from '@guichet/kernel/outcome';
import type { ConnectorAnswer } from '../contract.ts';
import type { HttpResult } from '../http/contract.ts';
import { keepText } from './wire.ts';

/** Makes the result of a call that has only an outcome. @param sensitive texts to redact */
export function answer(
  outcome: Outcome,
  result: HttpResult,
  ...sensitive: (string | null)[]
): ConnectorAnswer {
  const texts = sensitive.filter((text) => text !== null);
  const raw = result.kind === 'reply' ? keepText(result.text, texts) : result;
  return { outcome, provider_reference: null, raw };
}
