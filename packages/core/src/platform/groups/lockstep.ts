import type { Connection } from '../database/connect.ts';

/** Runs one or a few statements for many inputs. @returns an output for each input, in the same order */
export type Many<Input, Output> = (db: Connection, inputs: readonly Input[]) => Promise<readonly Output[]>;

interface Asked {
  readonly input: unknown;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

/** The members of a group that share a transaction and run its statements in lockstep. */
export interface Lockstep {
  /**
   * Runs a statement for a member, together with all members that need the same one, once every member is waiting.
   */
  ask<Input, Output>(many: Many<Input, Output>, input: Input): Promise<Output>;
  /** Removes a member that needs no more statements. */
  leave(): void;
  /** Fails every member that still needs statements, because their work will be rolled back. */
  fail(error: unknown): void;
  /** Returns the reason for the rollback, even if the member that received the error continued. */
  failure(): { readonly error: unknown } | undefined;
}

/** @param members the number of members */
export function makeLockstep(tx: Connection, members: number): Lockstep {
  let present = members;
  let waiting = 0;
  let failure: { readonly error: unknown } | undefined;
  const asked = new Map<Many<unknown, unknown>, Asked[]>();

  const fail = (error: unknown): void => {
    failure ??= { error };
    for (const all of asked.values()) for (const { reject } of all) reject(failure.error);
    asked.clear();
    waiting = 0;
  };

  /** Runs the statement requested first, once every member is waiting. */
  const goOn = (): void => {
    const first = asked.entries().next();
    if (waiting < present || first.done) return;
    const [many, all] = first.value;
    asked.delete(many);
    const inputs = all.map(({ input }) => input);
    many(tx, inputs).then((outputs) => {
      waiting -= all.length;
      for (const [index, { resolve }] of all.entries()) resolve(outputs[index]);
    }, refuse(all));
  };
  const refuse = (all: readonly Asked[]) => (error: unknown) => {
    for (const { reject } of all) reject(error);
    fail(error);
  };

  return {
    ask: (many, input) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure.error);
        const kind = many as Many<unknown, unknown>;
        const all = asked.get(kind) ?? [];
        all.push({ input, resolve: resolve as (output: unknown) => void, reject });
        asked.set(kind, all);
        waiting++;
        goOn();
      }),
    leave: () => {
      present--;
      goOn();
    },
    fail,
    failure: () => failure,
  };
}
