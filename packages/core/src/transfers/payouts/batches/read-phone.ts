import { type Phone, parsePhone } from '@guichet/kernel/phone';

/**
 * Reads a number in international form. Spreadsheets remove the plus from what they take for a number, and put
 * an apostrophe before text: both are accepted. A number without its country is not.
 */
export function readPhone(text: string): Phone | undefined {
  const plain = text.trim().replace(/^'/, '');
  if (/^(\+|00)/.test(plain)) return parsePhone(plain);
  return /^[1-9][\d\s.()-]*$/.test(plain) ? parsePhone(`+${plain}`) : undefined;
}
