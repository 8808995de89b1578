import type { Connection } from '../database/connect.ts';
import { isDistributed, splitByMerchant } from '../database/distribution.ts';
import { inTurn } from './in-turn.ts';
import type { Lockstep, Many } from './lockstep.ts';

/** The state of one member of a group that shares a transaction. */
interface Membership {
  readonly lockstep: Lockstep;
  /** Whether the member may have written, so that its failure requires a rollback of the group's writes. */
  hasWritten: boolean;
}

const memberships = new WeakMap<Connection, Membership>();
const shared = new WeakSet<Connection>();

/** Registers a view of a transaction as a member of a group. */
export function register(view: Connection, membership: Membership): void {
  memberships.set(view, membership);
  shared.add(view);
}

/** Marks a transaction that other requests wait for. */
export function markShared(tx: Connection): void {
  shared.add(tx);
}

/**
 * Whether other requests wait for the transaction. If they do, code that would have to wait for a lock that may be
 * held for long throws {@link Apart} before it writes anything, and runs again alone.
 */
export function isShared(tx: Connection): boolean {
  return shared.has(tx);
}

/**
 * Whether the transaction is shared with other members of a group, so that a rollback by one is a rollback for all.
 */
export function isTogether(tx: Connection): boolean {
  return memberships.has(tx);
}

const claims = new WeakMap<Lockstep, Map<string, Membership>>();

/**
 * Claims something for one member of a group. Row locks do not protect it within the group, because the members
 * share one transaction and may read rows that another member is about to change.
 *
 * @throws Apart when another member of the group has claimed it
 */
export function claimInGroup(tx: Connection, key: string): void {
  const member = memberships.get(tx);
  if (!member) return;
  const claimed = claims.get(member.lockstep) ?? new Map<string, Membership>();
  claims.set(member.lockstep, claimed);
  const holder = claimed.get(key) ?? member;
  if (holder !== member) throw new Apart();
  claimed.set(key, member);
}

/**
 * Turns a function that runs a statement for many inputs into a function for one input. Members of a group that
 * need the statement at the same time share it, and so do requests outside of transactions that arrive in the same
 * turn of the event loop. Any other transaction runs it only for its own input.
 *
 * @param effect `read` when the statement changes nothing and takes no lock that others wait for
 */
export function forMany<Input, Output>(
  effect: 'read' | 'write',
  ofAllMerchants: Many<Input, Output>,
): (db: Connection, input: Input) => Promise<Output> {
  const many: Many<Input, Output> = (db, inputs) =>
    isDistributed(db) ? runForEach(db, ofAllMerchants, inputs) : ofAllMerchants(db, inputs);
  return async (db, input) => {
    const member = memberships.get(db);
    if (member) {
      if (effect === 'write') member.hasWritten = true;
      return member.lockstep.ask(many, input);
    }
    if (!db.isTransaction) return inTurn(db, many, input);
    return only(await many(db, [input]));
  };
}

/** Runs a statement once for each merchant's inputs, where tables are sharded by merchant (0056). */
async function runForEach<Input, Output>(
  db: Connection,
  many: Many<Input, Output>,
  inputs: readonly Input[],
): Promise<readonly Output[]> {
  const outputs: Output[] = [];
  for (const places of splitByMerchant(db, [...inputs.keys()], (place) => merchantOf(inputs[place]))) {
    const made = await many(
      db,
      places.map((place) => inputs[place] as Input),
    );
    for (const [index, place] of places.entries()) outputs[place] = made[index] as Output;
  }
  return outputs;
}

/**
 * Returns the merchant that an input names, directly or in one of its parts; undefined if the input is only a token
 * or a reference.
 */
function merchantOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  if ('merchant_id' in input) return String(input.merchant_id);
  return Object.values(input)
    .map(merchantOf)
    .find((id) => id !== undefined);
}

/** @throws Error when a statement for one input did not return exactly one output, which is a bug */
function only<Output>(outputs: readonly Output[]): Output {
  if (outputs.length !== 1) throw new Error(`a statement for one input returned ${outputs.length} outputs`);
  return outputs[0] as Output;
}

/**
 * Thrown by a member that would keep the others waiting. The member then runs again alone, in a transaction of its
 * own.
 */
export class Apart extends Error {}
