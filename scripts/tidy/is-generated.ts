/** Files that a program writes: lock files, API documents with their types, tables made from the code. */
const generated_names =
  /(^|\/)package-lock\.json$|(^|\/)schema\.d\.ts$|^docs\/reference\/[^/]+\.json$|^packages\/dashboard\/src\/api\/openapi\.json$|^scripts\/regexes\/judged\.json$/;

/** True for a file that a program has written: nobody reads it from one end to the other. */
export function isGenerated(path: string): boolean {
  return generated_names.test(path);
}
