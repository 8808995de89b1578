import { timestampText } from '@guichet/kernel/clock';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { listAllMerchants } from './queries.ts';

/** Lists the merchants of this installation, oldest first. @throws AppError `forbidden` */
export async function listMerchants(
  { db }: Pick<Context, 'db'>,
  actor: CommandActor,
): Promise<{
  merchants: { id: string; name: string; country: string; is_demo: boolean; created_at: string }[];
}> {
  requireScope(actor, 'installation:read');
  const merchants = await listAllMerchants(db);
  return {
    merchants: merchants.map(({ created_at, ...merchant }) => ({
      ...merchant,
      created_at: timestampText(created_at),
    })),
  };
}
