import type { CustomerAction } from '@guichet/kernel/outcome';
import type { Context } from '../../platform/context.ts';

/**
 * What the customer has to do, as it is kept. An address that is none of the web, which a browser might run or open
 * in another program, leads nobody anywhere: it is dropped.
 */
export function actionText(
  ctx: Pick<Context, 'log' | 'tokens'>,
  attempt: { readonly id: string },
  action: CustomerAction | null,
): string | null {
  if (action === null) return null;
  if (action.kind === 'redirect' && !/^https?:$/.test(URL.parse(action.url)?.protocol ?? '')) {
    ctx.log.error({ attempt_id: attempt.id }, 'the operator leads the customer to what is no web address');
    return null;
  }
  return ctx.tokens.hide(JSON.stringify(action));
}
