import type { SecretBox } from '../../../platform/secrets/seal.ts';

const texts_max = 2_000;

/**
 * Caches decrypted secrets: decrypting takes longer than signing, and an endpoint keeps its secrets for
 * months.
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
