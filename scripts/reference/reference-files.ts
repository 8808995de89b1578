import { failure_sentences } from '@guichet/core/testing';
import { operators } from '@guichet/operators/catalogue';
import type { Provider } from '@guichet/operators/provider';
import { providers } from '@guichet/operators/providers';

/** Files of docs/reference that are made from the code, for documentation and dashboards of others: name to text. */
export function makeReferenceFiles(): Readonly<Record<string, string>> {
  return {
    'connectors.json': write(providers.map(describe)),
    'failures.json': write(failure_sentences),
    'operators.json': write(operators),
  };
}

function describe(provider: Provider): object {
  const {
    id,
    display_name,
    callback_trust,
    callback_trust_by,
    abilities,
    same_payment_apart_s,
    config_schema,
    hosts,
  } = provider;
  const required = new Set(config_schema.required ?? []);
  return {
    id,
    display_name,
    callback_trust,
    ...(callback_trust_by && { callback_trust_by }),
    abilities: ['collect', ...abilities],
    same_payment_apart_s,
    hosts,
    settings: Object.entries(config_schema.properties).map(([name, schema]) => ({
      name,
      required: required.has(name),
      secret: provider.secret_fields.includes(name),
      ...schema,
    })),
  };
}

function write(value: unknown): string {
  return `${spread(value, '')}\n`;
}

/** JSON over lines, as `JSON.stringify` indents it, but for lists of plain values: such a list is one line. */
function spread(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const over = (open: string, lines: readonly string[], close: string): string =>
    lines.length === 0
      ? `${open}${close}`
      : `${open}\n${lines.map((line) => `${deeper}${line}`).join(',\n')}\n${indent}${close}`;
  if (!Array.isArray(value)) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    return over(
      '{',
      fields.map(([name, field]) => `${JSON.stringify(name)}: ${spread(field, deeper)}`),
      '}',
    );
  }
  const isPlain = value.every((one) => typeof one !== 'object' || one === null);
  if (isPlain) return `[${value.map((one) => JSON.stringify(one)).join(', ')}]`;
  return over(
    '[',
    value.map((one) => spread(one, deeper)),
    ']',
  );
}
