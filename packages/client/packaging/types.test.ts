import { symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../../../test-support/tier.ts';
import { installPacked, type ModuleType, type Project } from './install.ts';

interface Setup {
  readonly resolution: 'node16' | 'nodenext' | 'bundler';
  readonly type: ModuleType;
  /** Sources of the types of `fetch` and other web APIs. */
  readonly web: 'Node' | 'DOM';
}

/** Every module resolution that reads `exports`, from both kinds of modules. */
const all: readonly Setup[] = [
  { resolution: 'node16', type: 'commonjs', web: 'DOM' },
  { resolution: 'node16', type: 'module', web: 'Node' },
  { resolution: 'nodenext', type: 'module', web: 'DOM' },
  { resolution: 'nodenext', type: 'commonjs', web: 'Node' },
  { resolution: 'bundler', type: 'module', web: 'Node' },
  { resolution: 'bundler', type: 'module', web: 'DOM' },
];
/**
 * All setups in the nightly run; otherwise a sample with each resolution, module type and source of web types once
 * or twice.
 */
const setups = sampleOf(all, 3);

let project: Project;

beforeAll(async () => {
  project = await installPacked();
  const types = dirname(dirname(createRequire(import.meta.url).resolve('@types/node/package.json')));
  await symlink(types, join(project.folder, 'node_modules/@types'));
});

afterAll(() => project.remove());

/** Returns the compiler's errors for the consumer and the library; empty if there are none. */
async function compile({ resolution, type, web }: Setup): Promise<readonly string[]> {
  const folder = await project.addConsumer('typescript', { as: `${resolution}-${type}-${web}`, type });
  const { options, errors } = ts.convertCompilerOptionsFromJson(
    {
      module: resolution === 'bundler' ? 'esnext' : resolution,
      moduleResolution: resolution,
      target: 'es2022',
      lib: web === 'DOM' ? ['es2022', 'dom'] : ['es2022'],
      types: web === 'DOM' ? [] : ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: type === 'module',
      skipLibCheck: false,
      noEmit: true,
    },
    folder,
  );
  const entries = ['right-use.ts', 'wrong-use.ts'].map((name) => join(folder, name));
  const program = ts.createProgram(entries, options);
  // The types of Node and the DOM are not ours to check, and would take most of the time.
  const ours = program.getSourceFiles().filter(({ fileName }) => /\/@guichet\/|-use\.ts$/.test(fileName));
  const diagnostics = [...errors, ...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
  for (const file of ours) {
    diagnostics.push(...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file));
  }
  const names = ours.map(({ fileName }) => fileName.replace(/^.*\//, ''));
  expect(names).toEqual([type === 'module' ? 'index.d.ts' : 'index.d.cts', 'right-use.ts', 'wrong-use.ts']);
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('the types of the installed library', () => {
  // The timeout is long because each test runs the compiler over many files.
  const timeout = 120_000;
  it.each(setups)(
    'compile with $resolution from a $type, web types from $web',
    { timeout },
    async (setup) => {
      expect(await compile(setup)).toEqual([]);
    },
  );
});
