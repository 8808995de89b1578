import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The scope of our own packages, which are linked within the copied tree. */
const own_scope = '@guichet';
/** The folders that a run writes to, which are therefore not shared. */
const written = new Set(['.cache', '.vite', '.vite-temp', '.vitest']);

/**
 * Copies the current tree, committed or not, with the same modules: third-party modules are linked, our own
 * packages come from the copy.
 *
 * @param folder the folder to create
 */
export async function makeLane(root: string, folder: string): Promise<void> {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const deleted = new Set(
    execFileSync('git', ['ls-files', '-z', '--deleted'], { cwd: root, encoding: 'utf8' }).split('\0'),
  );
  const paths = listed.split('\0').filter((path) => path !== '' && !deleted.has(path));
  for (const path of paths) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await cp(join(root, path), join(folder, path));
  }
  await linkModules(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const parent of ['packages', 'examples']) {
    for (const name of await readdir(join(folder, parent))) {
      const modules = join(parent, name, 'node_modules');
      await linkModules(join(root, modules), join(folder, modules));
    }
  }
}

/** Links the modules in one folder from another. Does nothing if there is no such folder. */
async function linkModules(from: string, to: string): Promise<void> {
  const names = await readdir(from).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!names) return;
  await mkdir(to, { recursive: true });
  for (const name of names) {
    if (name === own_scope) await linkOwn(join(from, name), join(to, name));
    else if (!written.has(name)) await symlink(join(from, name), join(to, name));
  }
}

/** Creates the same relative links, which lead into the copy. */
async function linkOwn(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const name of await readdir(from)) await symlink(await readlink(join(from, name)), join(to, name));
}
