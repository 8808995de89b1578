import type { Context } from '../../platform/context.ts';

/** Returns the key of the sandbox's callback signatures: the same in every process, and secret. */
export function callbackKey(ctx: Pick<Context, 'secrets'>): string {
  return ctx.secrets.derive('sandbox callbacks');
}
