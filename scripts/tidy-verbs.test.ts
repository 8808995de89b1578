import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkVerbs } from './tidy/check-verbs.ts';
import { readTree } from './tidy/read-tree.ts';

/** The rule about the shape of verbs. */

const pay_file = 'packages/core/src/ledger/pay.ts';

const actor_types =
  'export interface StaffActor {}\nexport type Actor = StaffActor;\nexport interface Person {}';
const shape = 'a verb takes (ctx, actor, input), the actor of a type of platform/actor/actor.ts';
const scope_first = 'the first statement of a verb is requireScope(actor, scope)';
const asking = '{\n  requireScope(actor, "a:read");\n}';

const verbs: Record<string, [function_text: string, expected: readonly string[]]> = {
  'without an actor': ['pay(ctx: Context, input: Input) {}', [`pay: ${shape}`, `pay: ${scope_first}`]],
  'with an actor of an unknown type': [
    `pay(ctx: Context, actor: Person, input: Input) ${asking}`,
    [`pay: ${shape}`],
  ],
  'that does something before it requires a scope': [
    'pay(ctx: Context, actor: Actor) {\n  go();\n  requireScope(actor, "a:read");\n}',
    [`pay: ${scope_first}`],
  ],
  'that requires the scope of a different actor': [
    'pay(ctx: Context, actor: Actor) {\n  requireScope(other, "a:read");\n}',
    [`pay: ${scope_first}`],
  ],
  'with many inputs': [
    `pay(ctx: Context, actor: Actor, id: string, body: Body, once: Key) ${asking}`,
    ['pay: a verb takes one input, and once, options or onStep after it, not body, once'],
  ],
  'that needs no context': [`pay(actor: StaffActor, id: string) ${asking}`, []],
  'with a part of the context, and no actor': [
    'pay({ db }: Pick<Context, "db">) {}',
    [`pay: ${shape}`, `pay: ${scope_first}`],
  ],
  'of the right shape': [`pay(ctx: Pick<Context, "db">, actor: StaffActor, id: string) ${asking}`, []],
  'that does not work on the context': ['pay(amount: bigint) {}', []],
};

async function judge(function_text: string): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'tidy-verbs-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const files = {
    'package.json': '{}',
    'packages/core/src/platform/actor/actor.ts': actor_types,
    'packages/core/src/ledger/index.ts': "export { pay } from './pay.ts';",
    [pay_file]: `export function ${function_text}`,
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const found = checkVerbs(await readTree(root));
  return found.filter(({ path }) => path === pay_file).map(({ message }) => message);
}

describe('the rule about verbs judges a verb', () => {
  it.each(Object.entries(verbs))('%s', async (_, [text, expected]) => {
    expect(await judge(text)).toEqual(expected);
  });
});
