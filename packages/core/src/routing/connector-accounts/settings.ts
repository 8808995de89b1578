import { invalidFields } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import { makeCheck } from '@guichet/kernel/validation';
import type { Provider } from '@guichet/operators/provider';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { Context } from '../../platform/context.ts';
import type { AccountConfig } from '../../platform/provider-accounts.ts';

/** The name of an account, given by staff. */
export const name_schema = Type.String({ minLength: 1, maxLength: 100 });

/** @throws AppError `invalid_fields` naming the known providers */
export function findProvider({ accounts }: Pick<Context, 'accounts'>, id: string): Provider {
  const found = accounts.providers.find((provider) => provider.id === id);
  if (found) return found;
  const ids = accounts.providers.map((provider) => provider.id).join(', ');
  throw invalidFields({ connector: [problem('one_of', `must be one of: ${ids}`, { choices: ids })] });
}

/**
 * Validates a name and the settings together, so that all invalid fields are reported in one error, and then the
 * URL.
 *
 * @throws AppError `invalid_fields`, with the settings under `config`
 */
export function checkSettings(
  ctx: Pick<Context, 'accounts'>,
  provider: Provider,
  input: { readonly name: string; readonly config: AccountConfig },
): void {
  const config = Type.Object(provider.config_schema.properties, { additionalProperties: false });
  makeCheck(Type.Object({ name: name_schema, config }))(input);
  const wrong = ctx.accounts.addressProblem(provider, input.config);
  if (wrong) throw invalidFields({ 'config.base_url': [wrong] });
}

/**
 * Converts settings from text, as the command line provides them, to numbers and booleans where the provider
 * requires these. Settings that cannot be converted remain text, and {@link checkSettings} reports them.
 */
export function readSettings(provider: Provider, texts: Readonly<Record<string, string>>): AccountConfig {
  const properties = new Map(Object.entries(provider.config_schema.properties));
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const schema = properties.get(name);
      if (!schema) return [name, text];
      const { type } = schema as { readonly type?: unknown };
      if (type === 'string') return [name, text];
      const validator = Compile(schema);
      return [name, [text, parse(text)].find((value) => validator.Check(value)) ?? text];
    }),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A text that is not JSON remains a text.
    return text;
  }
}

/** Returns the secrets among the settings, so that they can be kept out of messages. */
export function secretsOf(provider: Provider, config: AccountConfig): string[] {
  return provider.secret_fields.map((field) => config[field]).filter((value) => typeof value === 'string');
}
