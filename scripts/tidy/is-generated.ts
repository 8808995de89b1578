/** Files that a program writes: lock files, API documents with their types, tables made from the code. */
const generated_names =
  /(^|\/)package-lock\.json$|(^|\/)schema\.d\.ts$|^docs\/reference\/[^/]+\.json$|^packages\/dashboard\/src\/api\/openapi\.json$|^scripts\/regexes\/judged\.json$/;

/** True for a generated file, which no person reads from end to end. */
export function isGenerated(path: string): boolean {
  return generated_names.test(path);
}
