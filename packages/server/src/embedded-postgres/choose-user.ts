import { stat } from 'node:fs/promises';
import type { Log } from '@guichet/kernel/log';
import { EmbeddedPostgresError, or_bring_your_own } from './errors.ts';
import { canEnter, type OsUser, runCommand } from './run-command.ts';

const own_name = 'guichet-postgres';

/**
 * The command that most systems have, from shadow-utils, then the two commands of BusyBox, which small systems
 * have.
 */
const ways_to_create: readonly (readonly [command: string, args: string])[] = [
  [
    'useradd',
    `--system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin ${own_name}`,
  ],
  ['addgroup', `-S ${own_name}`],
  ['adduser', `-S -D -H -h /nonexistent -s /sbin/nologin -G ${own_name} ${own_name}`],
];

/**
 * Chooses the account that PostgreSQL runs as when we are root, because it refuses to run as root: its own,
 * created if missing, else `postgres`, else `nobody`.
 *
 * @throws EmbeddedPostgresError when we cannot switch to any of them
 */
export async function chooseUser(log: Log): Promise<OsUser> {
  const own = (await lookUp(own_name)) ?? (await create(log));
  if (own) return own;
  for (const name of ['postgres', 'nobody']) {
    const user = await lookUp(name);
    if (!user) continue;
    log.warn({ user: name }, `the user ${own_name} could not be created; the database runs as ${name}`);
    return user;
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and no other user can be used here: create a user called ${own_name}, start as an ordinary user, ${or_bring_your_own}.`,
  );
}

/**
 * Finds the account that owns the data, whatever its name on this machine.
 *
 * @throws EmbeddedPostgresError when it is root
 */
export async function ownerOf(folder: string): Promise<OsUser> {
  const { uid, gid } = await stat(folder);
  if (uid === 0) {
    throw new EmbeddedPostgresError(
      `The data in ${folder} belongs to root, and PostgreSQL refuses to run as root: change its owner back, for example with chown -R ${own_name}: ${folder}.`,
    );
  }
  return { name: `user ${uid}`, uid, gid };
}

async function create(log: Log): Promise<OsUser | null> {
  for (const [command, args] of ways_to_create) {
    await runCommand(null, command, args.split(' '));
    // The user is searched for even if the command failed, because another process may have created it
    // concurrently.
    const user = await lookUp(own_name);
    if (!user) continue;
    log.info({ user: own_name }, 'created a system user for the database');
    return user;
  }
  return null;
}

async function lookUp(name: string): Promise<OsUser | null> {
  const [uid, gid] = await Promise.all([
    runCommand(null, 'id', ['-u', name]),
    runCommand(null, 'id', ['-g', name]),
  ]);
  if (!uid.ok || !gid.ok) return null;
  const user = { name, uid: Number(uid.output), gid: Number(gid.output) };
  // A container may have an account without letting us switch to it.
  return user.uid !== 0 && (await canEnter(user, '/')) ? user : null;
}
