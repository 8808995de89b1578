import { createKey, listMerchantKeys, revokeKey } from '@guichet/core/accounts';
import { type KeyScope, key_scopes } from '@guichet/core/platform';
import { type Command, InvalidArgumentError } from 'commander';
import { actingFor, command } from '../acting.ts';
import type { Shell } from '../shell/shell.ts';
import { withContext } from '../with-context.ts';
import { addObjectCommand } from './add-object-command.ts';
import { jsonOption, merchantOption, modeOption, type OfMode } from './options.ts';
import { readEnd } from './read-time.ts';

interface CreateOptions extends OfMode {
  readonly name?: string;
  readonly scopes?: readonly KeyScope[];
  readonly expires?: Date;
  readonly addresses?: readonly string[];
}

export function addKeyCommands(keys: Command, shell: Shell): void {
  keys
    .command('create')
    .description('create a key; it is shown only once')
    .addOption(merchantOption())
    .addOption(modeOption())
    .option('--name <name>', 'name of the key, for staff')
    .option(
      '--scopes <scopes>',
      `comma-separated scopes (default: all): ${key_scopes.join(', ')}`,
      readScopes,
    )
    .option(
      '--expires <time>',
      'when the key expires: an ISO 8601 time or a duration from now, such as 12h or 90d',
      (text) => readEnd(text),
    )
    .option(
      '--addresses <networks>',
      'comma-separated addresses and networks (CIDR) that may use the key (default: any)',
      readList,
    )
    .addOption(jsonOption())
    .action(async (options: CreateOptions) => {
      const { merchant, mode, name, scopes, expires, addresses } = options;
      await withContext(shell, options, (ctx) =>
        createKey(ctx, actingFor(merchant, mode), {
          expires_at: expires ?? null,
          ...(name !== undefined && { name }),
          ...(scopes && { scopes }),
          ...(addresses && { addresses }),
        }),
      );
    });
  keys
    .command('list')
    .description('list the keys of a merchant with their scopes, active ones first')
    .addOption(merchantOption())
    .addOption(modeOption())
    .addOption(jsonOption())
    .action(async (options: OfMode) => {
      await withContext(shell, options, async (ctx) => ({
        keys: await listMerchantKeys(ctx, actingFor(options.merchant, options.mode)),
      }));
    });
  addObjectCommand(keys, shell, {
    name: 'revoke',
    description: 'revoke a key permanently',
    argument: ['<id>', 'id of the key (not the key itself)'],
    run: (ctx, id) => revokeKey(ctx, command(), id),
  });
}

function readList(text: string): readonly string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.includes(''))
    throw new InvalidArgumentError('Must be a comma-separated list without empty items.');
  return items;
}

function readScopes(text: string): readonly KeyScope[] {
  const scopes = readList(text);
  const unknown = scopes.filter((scope) => !(key_scopes as readonly string[]).includes(scope));
  if (unknown.length > 0)
    throw new InvalidArgumentError(
      `Unknown scopes: ${unknown.join(', ')}. Available: ${key_scopes.join(', ')}.`,
    );
  return scopes as readonly KeyScope[];
}
