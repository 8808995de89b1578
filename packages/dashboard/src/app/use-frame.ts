import { useParams, useRouteContext } from '@tanstack/react-router';
import { type Me, type Merchant, type Mode, mayDo, type Scope } from './me.ts';

export interface FrameValues {
  readonly me: Me;
  readonly merchant: Merchant;
  readonly mode: Mode;
  /** For the path of every call: the merchant and mode of the address. */
  readonly path: { readonly merchant_id: string; readonly mode: Mode };
  /**
   * The first part of the query keys of a noun, so that changed data is fetched again.
   */
  readonly keyOf: (noun: string, ...rest: readonly unknown[]) => readonly unknown[];
  /** Whether one's role allows it, so that only permitted actions are offered. */
  readonly may: (scope: Scope) => boolean;
}

/** Of the route that `frame-route.tsx` makes: by its name, as that route shows what uses this. */
const frame_id = '/signed-in/$merchant_id/$mode';

/** Whose data the page shows, and in which mode. */
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
