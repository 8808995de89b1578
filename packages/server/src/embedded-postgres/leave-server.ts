import { findPostmaster } from './find-postmaster.ts';
import { isPassing, type JoinRequest, joinServer, type Membership } from './join-server.ts';
import { isLastUser } from './queries.ts';
import { stopPostmaster } from './stop-postmaster.ts';

const rejoin_max_ms = 10_000;

/**
 * Ends our membership, and the server with it when we were its last user. Call this only while holding the lock.
 *
 * @param membership null when the connection has been lost
 */
export async function leaveServer(membership: Membership | null, request: JoinRequest): Promise<void> {
  const { folder, log } = request;
  let is_last = membership && (await end(membership));
  while (is_last === null) {
    const again = await rejoin(request);
    if (again === null) return;
    is_last = await end(again);
  }
  if (is_last) await stopPostmaster(folder, log);
  else log.debug({}, 'the embedded database keeps running, because another process uses it');
}

/** @returns whether no other process uses the server; null when the connection broke meanwhile */
async function end(membership: Membership): Promise<boolean | null> {
  membership.keepAwake(true);
  try {
    const is_last = await isLastUser(membership.client);
    await membership.client.end();
    return is_last;
  } catch (error) {
    if (isPassing(error)) return null;
    throw error;
  }
}

/** Joins again to find out whether other processes use the server; null when no server runs. */
async function rejoin(request: JoinRequest): Promise<Membership | null> {
  if ((await findPostmaster(request.folder)) === null) return null;
  return joinServer({ ...request, signal: AbortSignal.timeout(rejoin_max_ms) });
}
