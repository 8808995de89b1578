import type { Connection } from '../database/connect.ts';

/** A statement, or a few, for many inputs at once. @returns an output for each input, in the same order */
export type Many<Input, Output> = (db: Connection, inputs: readonly Input[]) => Promise<readonly Output[]>;

interface Asked {
  readonly input: unknown;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

/** The members of a group who share a transaction and go through it side by side. */
export interface Lockstep {
  /** Runs a statement for a member once every member waits for one, together with all who need the same. */
  ask<Input, Output>(many: Many<Input, Output>, input: Input): Promise<Output>;
  /** A member needs nothing more. */
  leave(): void;
  /** Lets all members fail that still need something: what they have done is going to be taken back. */
  fail(error: unknown): void;
  /** Why all is taken back, also when the member that heard of it went on. */
  failure(): { readonly error: unknown } | undefined;
}

/** @param members how many take part */
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

  /** Runs the statement that was asked for first, once nobody can ask for anything before it is done. */
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
