import { randomUUID } from 'node:crypto';
import { chmod, copyFile, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { codeOf, EmbeddedPostgresError } from './errors.ts';

/**
 * True if only root can have placed the programs in this folder. Checked only when we run as root and are about to
 * start them: other users trust their own data folder, so for them this is always true.
 */
export async function isSafe(folder: string): Promise<boolean> {
  if (process.getuid?.() !== 0) return true;
  const { uid, mode } = await lstat(folder);
  return uid === 0 && (mode & 0o022) === 0;
}

/**
 * Creates a folder, if it is missing, that every user may enter and read.
 *
 * @throws EmbeddedPostgresError when other users could place files there
 */
export async function makeSafeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made !== undefined) await chmod(folder, 0o755);
  if (await isSafe(folder)) return;
  throw new EmbeddedPostgresError(
    `Files of root cannot be kept in ${folder}, where others may write: change its owner to root and its mode to 755.`,
  );
}

/**
 * Puts a copy of the binaries at `target`, which appears complete or not at all. Every user may read and run it,
 * and only we may write to it. An earlier copy is replaced.
 */
export async function copyBinaries(native_dir: string, target: string): Promise<void> {
  await makeSafeFolder(dirname(target));
  const fresh = `${target}.new-${randomUUID()}`;
  try {
    for (const part of ['bin', 'lib', 'share']) await copyFolder(join(native_dir, part), join(fresh, part));
    await linkLibraries(native_dir, fresh);
    await chmod(fresh, 0o755);
    await replaceFolder(fresh, target);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Modes are set, not copied: an install under a strict umask leaves files that only root can read. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) await copyFolder(source, target);
    else if (entry.isFile()) {
      await copyFile(source, target);
      await chmod(target, basename(to) === 'bin' ? 0o755 : 0o644);
    }
  }
}

/**
 * Creates the links between library versions, which npm packages cannot contain. The list comes with the package; its
 * paths begin with "native/".
 */
async function linkLibraries(native_dir: string, copy: string): Promise<void> {
  const list = await readFile(join(native_dir, 'pg-symlinks.json'), 'utf8');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    await symlink(relative(dirname(target), source), join(copy, relative('native', target)));
  }
}

async function replaceFolder(fresh: string, target: string): Promise<void> {
  const old = `${fresh}-old`;
  try {
    await rename(target, old);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  try {
    await rename(fresh, target);
  } catch (error) {
    // Another process has just put the same copy there.
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
  }
  await rm(old, { recursive: true, force: true });
}
