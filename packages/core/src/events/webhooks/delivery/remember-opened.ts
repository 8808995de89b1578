import type { SecretBox } from '../../../platform/secrets/seal.ts';

const texts_max = 2_000;

/**
 * Opens sealed texts, each once: opening takes longer than signing, and an endpoint has the same secrets for months.
 */
export function rememberOpened({ open }: Pick<SecretBox, 'open'>): Pick<SecretBox, 'open'> {
  const opened = new Map<string, string>();
  return {
    open: (sealed) => {
      const known = opened.get(sealed);
      if (known !== undefined) return known;
      const text = open(sealed);
      if (opened.size >= texts_max) opened.clear();
      opened.set(sealed, text);
      return text;
    },
  };
}
