import { useParams, useRouteContext } from '@tanstack/react-router';
import { type Me, type Merchant, type Mode, mayDo, type Scope } from './me.ts';

export interface FrameValues {
  readonly me: Me;
  readonly merchant: Merchant;
  readonly mode: Mode;
  /** The merchant and mode in the page's URL, for the path of every request. */
  readonly path: { readonly merchant_id: string; readonly mode: Mode };
  /**
   * Makes a query key that begins with the merchant, mode and noun, so that changed data is fetched again.
   */
  readonly keyOf: (noun: string, ...rest: readonly unknown[]) => readonly unknown[];
  /** Whether the person's role grants a scope, so that only permitted actions are offered. */
  readonly may: (scope: Scope) => boolean;
}

/**
 * The id of the route in `frame-route.tsx`, written out because that route loads the modules that use this one.
 */
const frame_id = '/signed-in/$merchant_id/$mode';

/** The signed-in person, the merchant and the mode of the page. */
export function useFrame(): FrameValues {
  const { me, merchant } = useRouteContext({ from: frame_id });
  const { merchant_id, mode } = useParams({ from: frame_id });
  return {
    me,
    merchant,
    mode,
    path: { merchant_id, mode },
    keyOf: (noun, ...rest) => [merchant_id, mode, noun, ...rest],
    may: (scope) => mayDo(merchant, scope),
  };
}
