/** The global in which Node, Bun, Deno and workers with Node compatibility keep their environment variables. */
interface Host {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
}

/**
 * Reads an environment variable.
 *
 * @returns undefined if it is unset or empty, if there is no environment, or if reading it is not allowed: Deno throws
 * without `--allow-env`, which must not break a program that passes its options explicitly
 */
export function readEnvironment(name: string): string | undefined {
  try {
    const value = (globalThis as Host).process?.env?.[name];
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  } catch {
    return undefined;
  }
}
