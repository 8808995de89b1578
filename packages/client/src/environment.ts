/** Where Node, Bun, Deno and workers with Node's compatibility keep their environment. */
interface Host {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
}

/**
 * A variable of the environment.
 *
 * @returns undefined where it is not set or empty, where there is no environment, and where it may not be read: Deno
 * throws without `--allow-env`, which is no fault of a program that gives its options itself
 */
export function readEnvironment(name: string): string | undefined {
  try {
    const value = (globalThis as Host).process?.env?.[name];
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  } catch {
    return undefined;
  }
}
