import { failure_sentences } from '@guichet/core/testing';
import { jsonText } from '@guichet/kernel/json-text';
import { operators } from '@guichet/operators/catalogue';
import type { Provider } from '@guichet/operators/provider';
import { providers } from '@guichet/operators/providers';

/**
 * Generates files of docs/reference from the code, for use in third-party documentation and dashboards. @returns
 * their texts, keyed by file name
 */
export function makeReferenceFiles(): Readonly<Record<string, string>> {
  return {
    'connectors.json': jsonText(providers.map(describe)),
    'failures.json': jsonText(failure_sentences),
    'operators.json': jsonText(operators),
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
