import type { Context } from '../../platform/context.ts';

/** Key of the sandbox's callback signatures: the same in every process, known to nobody outside. */
export function callbackKey(ctx: Pick<Context, 'secrets'>): string {
  return ctx.secrets.derive('sandbox callbacks');
}
