import type { CustomerAction } from '@guichet/kernel/outcome';
import type { Context } from '../../platform/context.ts';

/**
 * Returns the customer's next action as it is stored. A URL that is not http(s), which a browser might execute or
 * open in another program, is dropped.
 */
export function actionText(
  ctx: Pick<Context, 'log' | 'tokens'>,
  attempt: { readonly id: string },
  action: CustomerAction | null,
): string | null {
  if (action === null) return null;
  if (action.kind === 'redirect' && !/^https?:$/.test(URL.parse(action.url)?.protocol ?? '')) {
    ctx.log.error(
      { attempt_id: attempt.id },
      'the operator redirects the customer to a URL that is not http(s)',
    );
    return null;
  }
  return ctx.tokens.hide(JSON.stringify(action));
}
