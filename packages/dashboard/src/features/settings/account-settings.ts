import type { Account, Provider } from './accounts.ts';

/** Settings by name, each as the text of its form field. */
export type Texts = Readonly<Record<string, string>>;

export interface SettingChanges {
  readonly settings: Texts;
  /** Names of settings to remove. */
  readonly unset: readonly string[];
}

/** The settings that are not secret, as the texts of their fields. */
export function keptTexts(provider: Provider | undefined, account: Account | undefined): Texts {
  const shown = (provider?.settings ?? []).filter(({ secret }) => !secret);
  return Object.fromEntries(shown.map(({ field }) => [field, textOf(account?.config[field])]));
}

/** A setting as the text of its field. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The settings that differ from the stored ones. An empty field removes its setting, except for a secret. */
export function changesOf(typed: Texts, kept: Texts, provider: Provider | undefined): SettingChanges {
  const secrets = new Set(provider?.settings.filter(({ secret }) => secret).map(({ field }) => field));
  const changed = Object.entries(typed).filter(([field, text]) => text !== (kept[field] ?? ''));
  return {
    settings: Object.fromEntries(changed.filter(([, text]) => text.trim() !== '')),
    unset: changed
      .filter(([field, text]) => text.trim() === '' && !secrets.has(field))
      .map(([field]) => field),
  };
}
