import { execFile } from 'node:child_process';

/** An account of the operating system that a child process runs as. */
export interface OsUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

interface Ran {
  readonly ok: boolean;
  /** The whole output of the command, or the reason why it could not be started. */
  readonly output: string;
}

/**
 * Options of child processes: a folder that anyone can enter, the user, and an environment without our secrets. Node
 * drops root's supplementary groups whenever it changes the user of a child.
 *
 * @param user null for the current user
 */
export function childOptions(user: OsUser | null): {
  cwd: string;
  env: Record<string, string>;
  uid?: number;
  gid?: number;
} {
  const path = [process.env.PATH ?? '', '/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin'];
  const env = { PATH: path.filter(Boolean).join(':'), LC_ALL: 'C', TZ: 'UTC' };
  return { cwd: '/', env, ...(user && { uid: user.uid, gid: user.gid }) };
}

/**
 * Runs a command to completion. A command that fails or cannot be started is a result, not an exception.
 */
export function runCommand(
  user: OsUser | null,
  command: string,
  args: readonly string[],
  options: { timeout_ms: number } = { timeout_ms: 20_000 },
): Promise<Ran> {
  return new Promise((resolve) => {
    try {
      const settings = { ...childOptions(user), timeout: options.timeout_ms, maxBuffer: 1 << 24 };
      execFile(command, args, settings, (error, stdout, stderr) => {
        const output = `${stdout}${stderr}`.trim();
        resolve({ ok: error === null, output: output || (error?.message ?? '') });
      });
    } catch (error) {
      resolve({ ok: false, output: String(error) });
    }
  });
}

/** True if this user can enter a folder, according to the operating system rather than to the folder's mode. */
export async function canEnter(user: OsUser | null, folder: string): Promise<boolean> {
  return (await runCommand(user, 'test', ['-x', folder])).ok;
}
