import { posix } from 'node:path';
import type { Breach, TextFile, Tree } from './read-tree.ts';

/** Finds documented paths that do not exist, and decisions without the required form or a place in the index. */
export function checkDocs(tree: Tree): Breach[] {
  const pages = tree.files.filter(({ path }) => path.endsWith('.md'));
  return [...pages.flatMap((page) => checkPaths(tree, page)), ...checkDecisions(tree)];
}

/** Pages that may refer to files that no longer exist. */
const about_the_past = new Set(['CHANGELOG.md', 'docs/names-that-changed.md']);

/** Paths that are not in the repository: written by a command, at the first release, or in an example. */
const not_committed =
  /^packages\/(dashboard\/src\/api\/(openapi\.json|schema\.d\.ts)|\w+\/src\/acme-pay\/?)$|^docs\/reference\/openapi\.released\.json$/;

const path_in_backticks =
  /`((?:packages|docs|e2e|examples|benchmarks|scripts|simulation|drill|soak|test-support|\.ci|\.github)\/[\w./-]*\w\/?)`/g;
/** In a package's own pages, paths may be relative to the package. */
const path_in_package = /`((?:src|bin)\/[\w./-]*\w\/?)`/g;

function checkPaths(tree: Tree, page: TextFile): Breach[] {
  if (about_the_past.has(page.path)) return [];
  const folder = /^packages\/[^/]+/.exec(page.path)?.[0];
  return page.text.split('\n').flatMap((line, index) => {
    const named = [...line.matchAll(path_in_backticks)].map(([, path = '']) => path);
    const below = folder
      ? [...line.matchAll(path_in_package)].map(([, path = '']) => posix.join(folder, path))
      : [];
    return [...named, ...below]
      .filter((path) => !not_committed.test(path) && !tree.paths.has(path.replace(/\/$/, '')))
      .map((path) => ({ path: page.path, line: index + 1, message: `'${path}' does not exist` }));
  });
}

const decision_path = /^docs\/decisions\/(\d{4})-[a-z0-9-]+\.md$/;
const required_headings = ['Context', 'Decision', 'Consequences'];
const headings = new Set([...required_headings, 'Measurements', 'Alternatives']);

function checkDecisions(tree: Tree): Breach[] {
  const decisions = tree.files.filter(({ path }) => decision_path.test(path));
  const index = tree.files.find(({ path }) => path === 'docs/decisions/README.md')?.text ?? '';
  const numbers = new Map<string, string>();
  return decisions.flatMap((page) => {
    const number = decision_path.exec(page.path)?.[1] ?? '';
    const other = numbers.get(number);
    numbers.set(number, page.path);
    const title = page.text.split('\n')[0] ?? '';
    const link = `[${title.replace(/^# /, '')}](${posix.basename(page.path)})`;
    const messages = [
      other === undefined ? null : `number ${number} is taken by ${other}`,
      title.startsWith(`# ${number} `) ? null : `the title does not begin with "# ${number} "`,
      index.includes(link) ? null : `docs/decisions/README.md lacks ${link}`,
      problemOfHeadings([...page.text.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading)),
    ];
    return messages.flatMap((message) => (message === null ? [] : [{ path: page.path, line: 1, message }]));
  });
}

function problemOfHeadings(found: readonly string[]): string | null {
  const unknown = found.find((heading) => !headings.has(heading));
  if (unknown !== undefined) return `'${unknown}' is not one of the headings ${[...headings].join(', ')}`;
  const required = found.filter((heading) => required_headings.includes(heading));
  if (required.join() === required_headings.join()) return null;
  return `the headings ${required_headings.join(', ')} must occur once each, in this order`;
}
