import type { Shell } from './shell/shell.ts';

/** Prints a result: exactly one JSON object with `--json`, indented lines for people otherwise. */
export function printResult({ stdout }: Pick<Shell, 'stdout'>, result: unknown, json: boolean): void {
  stdout.write(`${json ? JSON.stringify(result) : plainText(result, '')}\n`);
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
  const label = name === '-' ? '-' : `${name}:`;
  if (item === null || typeof item !== 'object') return `${indent}${label} ${scalarText(item)}`;
  if (Object.keys(item).length === 0) return `${indent}${label} none`;
  return `${indent}${label}\n${plainText(item, `${indent}  `)}`;
}

function scalarText(value: unknown): string {
  return value === null || value === undefined ? '-' : String(value);
}
