import type { FailureReason } from '@guichet/kernel/outcome';
import type { Notice, Texts } from '../texts/keys.ts';

/**
 * The reason why an attempt failed, in plain words. The title may begin with the operator's name, so it is
 * capitalized.
 */
export function failureNotice(reason: FailureReason, operator: string, texts: Texts): Notice {
  const { title, sentence } = texts.failures[reason](operator);
  return { title: title.slice(0, 1).toUpperCase() + title.slice(1), sentence };
}
