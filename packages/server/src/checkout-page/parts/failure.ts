import type { FailureReason } from '@guichet/kernel/outcome';
import type { Notice, Texts } from '../texts/keys.ts';

/** Why an attempt failed, in the customer's words. The operator's name may open the title, so it gets a capital. */
export function failureNotice(reason: FailureReason, operator: string, texts: Texts): Notice {
  const { title, sentence } = texts.failures[reason](operator);
  return { title: title.slice(0, 1).toUpperCase() + title.slice(1), sentence };
}
