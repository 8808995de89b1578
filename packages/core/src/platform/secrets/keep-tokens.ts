import type { CustomerAction } from '@guichet/kernel/outcome';
import { type CheckoutTokens, handleIn, keptToken } from './checkout-tokens.ts';

/** Fields of our responses that hold a token. In metadata the same names are the merchant's own. */
interface WithToken {
  readonly session_token?: unknown;
  /** It ends with the token. */
  readonly checkout_url?: unknown;
  readonly checkout?: { readonly session_token: unknown } | null;
  readonly payment?: { readonly action?: CustomerAction | null } | null;
}

const kept_pattern = /handle:([A-Za-z0-9_-]{22,43})$/;

/** A response of ours as it is stored: with what stands for its tokens. {@link showTokens} gives the same back. */
export function keepTokens<T extends object>(response: T): T {
  return replaceTokens(response, (text) => {
    const at = text.lastIndexOf('/') + 1;
    return `${text.slice(0, at)}${keptToken(handleIn(text.slice(at)))}`;
  });
}

/** A stored response as it was given. What was stored before tokens were signed stays as it is. */
export function showTokens<T extends object>(tokens: CheckoutTokens, stored: T): T {
  return replaceTokens(stored, (text) => text.replace(kept_pattern, (_, handle) => tokens.tokenOf(handle)));
}

function replaceTokens<T extends WithToken>(value: T, replace: (text: string) => string): T {
  const { session_token, checkout_url, checkout, payment } = value;
  return {
    ...value,
    ...(typeof session_token === 'string' && { session_token: replace(session_token) }),
    ...(typeof checkout_url === 'string' && { checkout_url: replace(checkout_url) }),
    ...(typeof checkout?.session_token === 'string' && {
      checkout: { ...checkout, session_token: replace(checkout.session_token) },
    }),
    ...(typeof session_token === 'string' &&
      payment?.action && {
        payment: { ...payment, action: replaceIn(payment.action, session_token, replace(session_token)) },
      }),
  };
}

/** The operator may lead the customer to the session's own page. No other session's token is filled in. */
function replaceIn(action: CustomerAction, from: string, to: string): CustomerAction {
  return action.kind === 'redirect' ? { ...action, url: action.url.replaceAll(from, () => to) } : action;
}

/** An attempt with what the customer has to do as the operator said it. */
export function readActionOf<T extends { readonly action: unknown }>(
  tokens: CheckoutTokens,
  { token: handle }: { readonly token: string },
  attempt: T,
): T {
  // Written by us from a connector's answer, read back as it was written.
  const action = attempt.action as CustomerAction | null;
  if (action?.kind !== 'redirect') return attempt;
  return { ...attempt, action: replaceIn(action, keptToken(handle), tokens.tokenOf(handle)) };
}
