import type { Context } from '../../platform/context.ts';

/** Lists the providers for which accounts can be created, and their settings. */
export function listProviders({ accounts }: Pick<Context, 'accounts'>) {
  return accounts.providers.map((provider) => {
    const required = new Set<string>(provider.config_schema.required);
    return {
      connector: provider.id,
      name: provider.display_name,
      abilities: ['collect', ...provider.abilities],
      callbacks: provider.callback_trust,
      /** The setting that decides whether the provider's callbacks are trusted. */
      callbacks_depend_on: provider.callback_trust_by ?? null,
      settings: Object.entries(provider.config_schema.properties).map(([field, schema]) => ({
        field,
        required: required.has(field),
        secret: provider.secret_fields.includes(field),
        ...describe(schema),
      })),
    };
  });
}

function describe(schema: object): { description: string; default: unknown } {
  const { description, default: standard } = schema as { description?: string; default?: unknown };
  return { description: description ?? '', default: standard ?? null };
}
