import { access, chmod, chown, constants, mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { codeOf } from './errors.ts';
import { canEnter, type OsUser } from './run-command.ts';

/**
 * Creates the data folder if it is missing (mode 700), and checks that we can work in it.
 *
 * @returns its real path
 */
export async function prepareDataDir(data_dir: string): Promise<string> {
  const path = resolve(data_dir);
  await mkdir(dirname(path), { recursive: true });
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  await access(`${path}/`, constants.R_OK | constants.W_OK | constants.X_OK);
  return realpath(path);
}

/**
 * Lets the database's user pass through root's data folder to its own folder inside. If the data folder is closed
 * to all other users, its group becomes that user's group, with permission to enter (mode 710) but not to list it.
 *
 * @returns whether the user can enter; if not, nothing has changed
 */
export async function letThrough(user: OsUser, data_dir: string): Promise<boolean> {
  if (await canEnter(user, data_dir)) return true;
  const { uid, gid, mode } = await stat(data_dir);
  const is_private = uid === 0 && (mode & 0o067) === 0;
  if (!is_private) return false;
  await chown(data_dir, 0, user.gid);
  await chmod(data_dir, 0o710);
  if (await canEnter(user, data_dir)) return true;
  await chown(data_dir, uid, gid);
  await chmod(data_dir, mode & 0o7777);
  return false;
}
