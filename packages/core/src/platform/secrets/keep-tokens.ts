import type { CustomerAction } from '@guichet/kernel/outcome';
import { type CheckoutTokens, handleIn, keptToken } from './checkout-tokens.ts';

/**
 * The fields of our responses that contain a token. Fields with the same names in metadata are the merchant's own.
 */
interface WithToken {
  readonly session_token?: unknown;
  /** A URL that ends with the token. */
  readonly checkout_url?: unknown;
  readonly checkout?: { readonly session_token: unknown } | null;
  readonly payment?: { readonly action?: CustomerAction | null } | null;
}

const kept_pattern = /handle:([A-Za-z0-9_-]{22,43})$/;

/** Converts a response for storage by replacing its tokens with placeholders. {@link showTokens} reverses this. */
export function keepTokens<T extends object>(response: T): T {
  return replaceTokens(response, (text) => {
    const at = text.lastIndexOf('/') + 1;
    return `${text.slice(0, at)}${keptToken(handleIn(text.slice(at)))}`;
  });
}

/** Restores a stored response. Responses from before tokens were signed are unchanged. */
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

/**
 * Replaces the session's token in a redirect, because the operator may send the customer to the session's own page.
 * The token of another session is never inserted.
 */
function replaceIn(action: CustomerAction, from: string, to: string): CustomerAction {
  return action.kind === 'redirect' ? { ...action, url: action.url.replaceAll(from, () => to) } : action;
}

/** Returns an attempt whose action for the customer contains the session's token again. */
export function readActionOf<T extends { readonly action: unknown }>(
  tokens: CheckoutTokens,
  { token: handle }: { readonly token: string },
  attempt: T,
): T {
  // We wrote this ourselves from a connector's result, so it needs no validation.
  const action = attempt.action as CustomerAction | null;
  if (action?.kind !== 'redirect') return attempt;
  return { ...attempt, action: replaceIn(action, keptToken(handle), tokens.tokenOf(handle)) };
}
