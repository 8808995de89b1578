import { type Import, isRelative, packageOf, readImports, resolveImport } from './read-imports.ts';
import type { Breach, CodeFile, Tree, Workspace } from './read-tree.ts';

interface Rule {
  /** Prefixes of the paths in the project's other packages that the package may import. */
  readonly ours: readonly string[];
  /** Modules of Node that the package may not import, or the only ones that it may import. */
  readonly builtins?: { readonly only: readonly string[] } | { readonly not: readonly string[] };
}

const http_servers = ['node:http', 'node:https', 'node:http2'];

/** The packages that each package may import. Tests are exempt. A new package needs an entry here. */
const rules: Readonly<Record<string, Rule>> = {
  'packages/kernel': { ours: [], builtins: { only: ['node:crypto', 'node:util'] } },
  'packages/operators': { ours: ['packages/kernel/'] },
  'packages/core': { ours: ['packages/kernel/', 'packages/operators/'], builtins: { not: http_servers } },
  'packages/server': { ours: ['packages/kernel/', 'packages/operators/', 'packages/core/'] },
  'packages/cli': { ours: ['packages/kernel/', 'packages/core/', 'packages/server/'] },
  'packages/client': { ours: [], builtins: { only: [] } },
  // Only the formats of money and problems, and none of the server's rules, because it runs in a browser.
  'packages/dashboard': {
    ours: ['money', 'currencies', 'typed-amount', 'money-text', 'problem'].map(
      (name) => `packages/kernel/src/${name}.ts`,
    ),
  },
  'packages/simulators': { ours: ['packages/kernel/'] },
};
const example_rule: Rule = { ours: ['packages/client/'] };

/**
 * Finds imports that break the layout: between packages, out of a package, of unlisted packages, of Node's
 * modules.
 */
export function checkImports(tree: Tree): Breach[] {
  const tests = new Set(tree.code.filter((file) => file.is_test).map((file) => file.path));
  const everything_listed = new Set(tree.workspaces.flatMap((workspace) => [...workspace.dependencies]));
  for (const name of tree.root_dependencies) everything_listed.add(name);
  for (const workspace of tree.workspaces) everything_listed.add(workspace.name);
  return tree.code.flatMap((file) =>
    readImports(file).flatMap((one) => {
      const message =
        problemOfTestCode(tree, file, one, tests) ??
        (isRelative(one.specifier)
          ? problemOfRelative(tree, file, one)
          : problemOfNamed(tree, file, one, everything_listed));
      return message === null ? [] : [{ path: file.path, line: one.line, message }];
    }),
  );
}

function problemOfTestCode(
  tree: Tree,
  file: CodeFile,
  { specifier }: Import,
  tests: ReadonlySet<string>,
): string | null {
  if (file.is_test || !file.workspace) return null;
  const target = resolveImport(tree, file, specifier) ?? '';
  return tests.has(target) ? `'${specifier}' is test code: only tests may import it` : null;
}

function problemOfRelative(tree: Tree, file: CodeFile, { specifier }: Import): string | null {
  const target = resolveImport(tree, file, specifier) ?? '';
  const owner = tree.workspaces.find((workspace) => target.startsWith(`${workspace.folder}/`)) ?? null;
  if (owner === file.workspace && (owner !== null || !target.startsWith('..'))) return null;
  if (file.is_test && target.startsWith('test-support/')) return null;
  if (owner) return `'${specifier}' reaches into ${owner.folder}: import it as ${owner.name}/...`;
  return `'${specifier}' climbs out of ${file.workspace?.folder ?? 'the repository'}: move the code or import it by a package's name`;
}

function problemOfNamed(
  tree: Tree,
  file: CodeFile,
  { specifier }: Import,
  everything_listed: ReadonlySet<string>,
): string | null {
  const { workspace } = file;
  if (specifier.startsWith('node:')) return workspace ? problemOfBuiltin(file, workspace, specifier) : null;
  const name = packageOf(specifier);
  if (name === workspace?.name && !file.is_test)
    return `'${specifier}' is this same package: use a relative import`;
  const listed = workspace && !file.is_test ? workspace.dependencies : everything_listed;
  if (!listed.has(name)) {
    return `'${name}' is not listed in ${workspace?.folder ?? 'any'}${workspace ? '/' : ' '}package.json: list it or do without`;
  }
  if (!workspace || file.is_test) return null;
  const target = resolveImport(tree, file, specifier);
  const rule = ruleOf(workspace);
  if (!rule) return `${workspace.folder} has no import rule: add it in scripts/tidy/check-imports.ts`;
  if (target === null || rule.ours.some((beginning) => target.startsWith(beginning))) return null;
  return `${workspace.folder} may not import '${specifier}': ${permitted(rule)}`;
}

function problemOfBuiltin(file: CodeFile, workspace: Workspace, specifier: string): string | null {
  const builtins = ruleOf(workspace)?.builtins;
  if (!builtins || file.is_test) return null;
  const allowed = 'only' in builtins ? builtins.only.includes(specifier) : !builtins.not.includes(specifier);
  return allowed
    ? null
    : `${workspace.folder} may not import '${specifier}': its code has to work without it`;
}

function ruleOf(workspace: Workspace): Rule | undefined {
  return workspace.folder.startsWith('examples/') ? example_rule : rules[workspace.folder];
}

function permitted(rule: Rule): string {
  return rule.ours.length === 0 ? 'it imports nothing of ours' : `of ours it imports ${rule.ours.join(', ')}`;
}
