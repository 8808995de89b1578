import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const consumers_folder = join(import.meta.dirname, '../consumers');

export interface Project {
  /** A project whose only dependency is the packed library. */
  readonly folder: string;
  readonly tarball: string;
  /** Path of the library in the project. */
  readonly installed: string;
  /** Copies a consumer from `packages/client/consumers` into its own folder in the project. @returns its path */
  addConsumer(name: string, options: { readonly as?: string; readonly type: ModuleType }): Promise<string>;
  remove(): Promise<void>;
}

export type ModuleType = 'module' | 'commonjs';

/** Packs the library as published and installs the tarball offline with npm, as its users do. */
export async function installPacked(): Promise<Project> {
  const root = await mkdtemp(join(tmpdir(), 'guichet-client-'));
  const remove = () => rm(root, { recursive: true, force: true });
  try {
    return { ...(await installIn(root)), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function installIn(root: string): Promise<Omit<Project, 'remove'>> {
  // Packing builds the library, as in a normal release.
  await run('npm', ['pack', '--pack-destination', root], { cwd: join(import.meta.dirname, '..') });
  const tarball = join(root, (await readdir(root)).find((name) => name.endsWith('.tgz')) ?? 'no tarball');

  const folder = join(root, 'project');
  await mkdir(folder);
  await writeJson(join(folder, 'package.json'), { private: true });
  const quietly = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['install', tarball, ...quietly], { cwd: folder });
  return {
    folder,
    tarball,
    installed: join(folder, 'node_modules/@guichet/client'),
    async addConsumer(name, { as = name, type }) {
      const consumer = join(folder, as);
      await cp(join(consumers_folder, name), consumer, { recursive: true });
      await writeJson(join(consumer, 'package.json'), { private: true, type });
      return consumer;
    },
  };
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}
