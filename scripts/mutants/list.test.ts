import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { mutants } from './list.ts';
import { plantMutant } from './mutant.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const named = mutants.map((mutant) => [mutant.name, mutant] as const);

it('there are at least sixty distinct mutants', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(60);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  const changes = mutants.map(({ file, find, replace }) => JSON.stringify([file, find, replace]));
  expect(new Set(changes).size).toBe(mutants.length);
});

describe('a mutant', () => {
  it.each(named)('%s: applies to its file, and parses', (_, mutant) => {
    const planted = plantMutant(read(mutant.file), mutant);
    expect(planted).not.toBe(read(mutant.file));
    const { diagnostics } = ts.transpileModule(planted, { reportDiagnostics: true });
    expect(diagnostics?.map(({ messageText }) => messageText)).toEqual([]);
  });

  it.each(named)('%s: lists existing tests', (_, { tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.filter((path) => !path.endsWith('.test.ts') || !existsSync(join(root, path)))).toEqual([]);
  });

  it.each([
    ['nowhere', 'x = 1', 0],
    ['twice', 'a = b; a = b;', 2],
  ])('is refused if the text to replace occurs %s', (_, text, times) => {
    const mutant = { name: 'n', file: 'f.ts', find: 'a = b', replace: 'a = c', tests: [] };
    expect(() => plantMutant(text, mutant)).toThrow(`f.ts contains the text to replace ${times} times`);
  });

  it('is planted literally, whatever its text contains', () => {
    const mutant = { name: 'n', file: 'f.ts', find: '1', replace: "$& $1 $'", tests: [] };
    expect(plantMutant('a 1 b', mutant)).toBe("a $& $1 $' b");
  });
});
