import type { Connection } from '../database/connect.ts';
import { isDistributed, splitByMerchant } from '../database/distribution.ts';
import { inTurn } from './in-turn.ts';
import type { Lockstep, Many } from './lockstep.ts';

/** A transaction as one member of a group sees it. */
interface Membership {
  readonly lockstep: Lockstep;
  /** Whether the member may have written, so that it cannot leave without taking the group's writes back. */
  hasWritten: boolean;
}

const memberships = new WeakMap<Connection, Membership>();
const shared = new WeakSet<Connection>();

/** Makes known which member of a group sees a transaction. */
export function register(view: Connection, membership: Membership): void {
  memberships.set(view, membership);
  shared.add(view);
}

/** Marks a transaction that others wait for. */
export function markShared(tx: Connection): void {
  shared.add(tx);
}

/**
 * Whether others wait for the transaction: where it would have to wait for a lock that may be held for long, it throws
 * {@link Apart} before it has written anything, and runs again alone.
 */
export function isShared(tx: Connection): boolean {
  return shared.has(tx);
}

/** Whether other members of a group are in the transaction: what one takes back, it takes back from all. */
export function isTogether(tx: Connection): boolean {
  return memberships.has(tx);
}

/**
 * Makes a function that runs a statement for one input from one for many. Members of a group that need it at the same
 * time make it together, and so do requests outside of transactions that come in one turn of the event loop. Any other
 * transaction makes it for its own input alone.
 *
 * @param effect `read` when nothing is changed or locked that others wait for
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

/** Runs a statement for the inputs of each merchant, where tables are sharded by merchant (0056). */
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

/** The merchant that an input names, itself or in one of its parts; undefined for a token or a reference alone. */
function merchantOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  if ('merchant_id' in input) return String(input.merchant_id);
  return Object.values(input)
    .map(merchantOf)
    .find((id) => id !== undefined);
}

/** @throws Error when a statement did not give an output for each input: a fault */
function only<Output>(outputs: readonly Output[]): Output {
  if (outputs.length !== 1) throw new Error(`a statement for one gave ${outputs.length}`);
  return outputs[0] as Output;
}

/** A member that does not want to keep the others waiting runs again alone, in a transaction of its own. */
export class Apart extends Error {}
