import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { tellLateFailure } from './late-failure.tsx';

/**
 * Makes a part whose code is loaded when it is first shown. If loading fails, the failure is reported and the rest
 * of the page works: a page must not break because a menu could not be loaded.
 */
export function makeLate<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  /** @param fallback shown until it has loaded */
  return function Late({ fallback = null, ...props }: Props & { readonly fallback?: ReactNode }) {
    const [Part, setPart] = useState<ComponentType<Props> | undefined>(() => loaded);
    useEffect(() => {
      if (loaded) return;
      load().then((part) => {
        loaded = part;
        setPart(() => part);
      }, tellLateFailure);
    }, []);
    return Part ? <Part {...(props as Props)} /> : fallback;
  };
}
