import { type ReactNode, useEffect, useRef, useState } from 'react';

/** The distance from the viewport at which rendering starts. */
const margin = '200px';

interface NearViewProps {
  /** Reserves the content's space until it is rendered. */
  readonly className: string;
  readonly children: ReactNode;
}

/** Content that is costly to render, rendered once it is nearly scrolled into view. */
export function NearView({ className, children }: NearViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [is_near, setNear] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (!current || is_near) return;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: margin },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [is_near]);
  return (
    <div className={className} ref={place}>
      {is_near && children}
    </div>
  );
}
