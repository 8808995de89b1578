import { type Phone, parsePhone } from '@guichet/kernel/phone';

/**
 * Reads a number in international form. Spreadsheets take the plus off what they think is a number, and put an
 * apostrophe before what they are told is a text: both are understood. A number without its country is not.
 */
export function readPhone(text: string): Phone | undefined {
  const plain = text.trim().replace(/^'/, '');
  if (/^(\+|00)/.test(plain)) return parsePhone(plain);
  return /^[1-9][\d\s.()-]*$/.test(plain) ? parsePhone(`+${plain}`) : undefined;
}
