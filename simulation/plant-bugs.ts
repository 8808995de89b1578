import { vi } from 'vitest';
import type { Bug } from './bug.ts';
import { bugs } from './bugs.ts';

// biome-ignore lint/suspicious/noExplicitAny: a planted mistake stands in for functions of any shape
type Exports = Record<string, any>;

export interface PreparedBugs {
  /** Plants a mistake in place of the previous one; undefined removes it. */
  plant(bug: Bug | undefined): void;
  /** Restores the modules' own exports, for everything that is imported from then on. */
  remove(): void;
}

/**
 * Mocks every module that has a planted mistake, before its first import. Each changed export checks at every
 * call which mistake is planted, so that one import serves all mistakes.
 *
 * The mocks have to be removed at the end, because the worker continues with the next test file.
 */
export function prepareBugs(): PreparedBugs {
  let planted: Bug | undefined;
  vi.resetModules();
  for (const [module, own] of Map.groupBy(bugs, (bug) => bug.module)) {
    vi.doMock(module, async (importOriginal) => {
      const real = await importOriginal<Exports>();
      const changes = new Map<Bug | undefined, Exports>(own.map((bug) => [bug, bug.plant(real)]));
      const names = new Set([...changes.values()].flatMap((changed) => Object.keys(changed)));
      for (const name of names) {
        if (typeof real[name] !== 'function') throw new Error(`${module} has no function ${name} any more`);
      }
      const prepared = [...names].map((name) => [
        name,
        (...args: unknown[]) => (changes.get(planted)?.[name] ?? real[name])(...args),
      ]);
      return { ...real, ...Object.fromEntries(prepared) };
    });
  }
  return {
    plant: (bug) => {
      planted = bug;
    },
    remove: () => {
      for (const { module } of bugs) vi.doUnmock(module);
      vi.resetModules();
    },
  };
}
