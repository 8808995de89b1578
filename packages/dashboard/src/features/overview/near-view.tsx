import { type ReactNode, useEffect, useRef, useState } from 'react';

/** So far before it comes into view it is begun with. */
const margin = '200px';

interface NearViewProps {
  /** Keeps the room that the content will take, while it is not there. */
  readonly className: string;
  readonly children: ReactNode;
}

/** A view that is costly to show, shown once somebody comes near it. */
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
