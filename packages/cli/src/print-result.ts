import type { Shell } from './shell/shell.ts';

/** Prints a result: exactly one JSON object with `--json`, indented lines for people otherwise. */
export function printResult({ stdout }: Pick<Shell, 'stdout'>, result: unknown, json: boolean): void {
  const text = json ? JSON.stringify(result).replace(escaped_in_json, unicodeEscape) : textOf(result);
  stdout.write(`${text}\n`);
}

/** Control characters that JSON does not escape. */
const escaped_in_json = /[\u007f-\u009f]/g;
/**
 * Characters that control a terminal, begin a line or reverse the direction of a text; texts may come from
 * customers and merchants.
 */
const escaped_in_text = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

const unicodeEscape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const oneLine = (text: string): string => text.replace(escaped_in_text, unicodeEscape);

/**
 * Returns a result as text. A result that is itself a text was written by the command, and may have several lines.
 */
function textOf(result: unknown): string {
  return typeof result === 'string' ? result.split('\n').map(oneLine).join('\n') : plainText(result, '');
}

function plainText(value: unknown, indent: string): string {
  if (value === null || typeof value !== 'object') return `${indent}${scalarText(value)}`;
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((item): [string, unknown] => ['-', item])
    : Object.entries(value);
  if (entries.length === 0) return `${indent}none`;
  return entries.map(([name, item]) => line(name, item, indent)).join('\n');
}

function line(name: string, item: unknown, indent: string): string {
  const label = name === '-' ? '-' : `${oneLine(name)}:`;
  if (item === null || typeof item !== 'object') return `${indent}${label} ${scalarText(item)}`;
  if (Object.keys(item).length === 0) return `${indent}${label} none`;
  return `${indent}${label}\n${plainText(item, `${indent}  `)}`;
}

function scalarText(value: unknown): string {
  return value === null || value === undefined ? '-' : oneLine(String(value));
}
