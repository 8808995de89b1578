import { type Phone, parsePhone } from '@guichet/kernel/phone';

/**
 * Parses a phone number in international format. Spreadsheets remove the plus from cells that they take for
 * numbers, and put an apostrophe before text; both are accepted. A number without a country code is not.
 */
export function readPhone(text: string): Phone | undefined {
  const plain = text.trim().replace(/^'/, '');
  if (/^(\+|00)/.test(plain)) return parsePhone(plain);
  return /^[1-9][\d\s.()-]*$/.test(plain) ? parsePhone(`+${plain}`) : undefined;
}
