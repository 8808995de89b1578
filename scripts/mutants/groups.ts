import type { Mutant } from './mutant.ts';

const core = 'packages/core/src';
const folder = `${core}/platform/groups`;
const tests = [`${folder}/in-group.test.ts`];

/** Mistakes in transactions that run as a group and share their statements. */
export const groups: readonly Mutant[] = [
  {
    name: 'a member of a group gets the result of another',
    file: `${folder}/lockstep.ts`,
    find: 'resolve(outputs[index]);',
    replace: 'resolve(outputs[all.length - 1 - index]);',
    tests,
  },
  {
    name: 'a statement outside a transaction gets the result of another',
    file: `${folder}/in-turn.ts`,
    find: 'resolve(outputs[index]);',
    replace: 'resolve(outputs[0]);',
    tests,
  },
  {
    name: 'the writes of a member before its failure are committed with the others',
    file: `${folder}/in-group.ts`,
    find: "        else if (membership.hasWritten) refusal ??= { error: new TakenBack('', { cause: error }) };\n",
    replace: '',
    tests,
  },
  {
    name: 'a write by a member’s own statement is not noticed',
    file: `${folder}/in-group.ts`,
    find: "if (node.kind !== 'SelectQueryNode' || node.with) membership.hasWritten = true;",
    replace: '',
    tests,
  },
  {
    name: 'a member that is refused for its data fails its neighbours',
    file: `${folder}/in-group.ts`,
    find: '/^(?:0A|22|23|25|40|54|55)/',
    replace: '/^(?:40|55)/',
    tests,
  },
  {
    name: 'a member that waits for a lock fails its neighbours',
    file: `${folder}/in-group.ts`,
    find: '/^(?:0A|22|23|25|40|54|55)/',
    replace: '/^(?:22|23)/',
    tests,
  },
  {
    name: 'a group waits for a lock without a limit',
    file: `${folder}/in-group.ts`,
    find: '  await limitLockWaits(tx, lock_max_ms);\n',
    replace: '',
    tests,
  },
  {
    name: 'a group whose connection broke is run again',
    file: `${folder}/in-group.ts`,
    find: '  if (error instanceof TakenBack) return true;\n',
    replace: '  if (error instanceof Error) return true;\n',
    tests,
  },
  {
    name: 'a member that waits alone keeps the next groups from starting',
    file: `${folder}/in-group.ts`,
    find: 'else if (end?.error instanceof Apart) void runAlone(db, one);',
    replace: 'else if (end?.error instanceof Apart) await runAlone(db, one);',
    tests,
  },
  {
    name: 'a payment locked by another process holds up its whole group',
    file: `${core}/payments/queries.ts`,
    find: 'waits: !isShared(tx)',
    replace: 'waits: true',
    tests: [`${core}/payments/attempt/in-groups.test.ts`],
  },
  {
    name: 'a group notifies the endpoints of another merchant of a payment',
    file: `${core}/events/emit.ts`,
    find: 'Map.groupBy(inputs, ({ merchant_id, mode }) => `${merchant_id} ${mode}`)',
    replace: 'Map.groupBy(inputs, ({ mode }) => `${mode}`)',
    tests: [`${core}/payments/attempt/in-groups.test.ts`],
  },
  {
    name: 'payments of a group share a balance change of different accounts',
    file: `${core}/ledger/queries.ts`,
    find: 'currency, account, kind, hour`.execute(tx);\n  }',
    replace: 'currency, kind, hour, account having min(line) = 1`.execute(tx);\n  }',
    tests: [`${core}/payments/attempt/in-groups.test.ts`],
  },
];
