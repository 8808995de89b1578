/** A mistake that a tired programmer could make, as one change of one file. */
export interface Mutant {
  /** The mistake, as a sentence. */
  readonly name: string;
  /** The path from the root of the repository. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /**
   * The test files that should detect the mistake, by their paths from the root of the repository; few and quick
   * ones.
   */
  readonly tests: readonly string[];
}

/**
 * Returns the text of the file with the mistake in it.
 *
 * @throws Error if the text that the mutant replaces does not occur exactly once
 */
export function plantMutant(text: string, { name, file, find, replace }: Mutant): string {
  const times = text.split(find).length - 1;
  if (times !== 1) {
    throw new Error(
      `"${name}": ${file} contains the text to replace ${times} times: ${JSON.stringify(find)}`,
    );
  }
  return text.replace(find, () => replace);
}
