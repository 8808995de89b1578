import { useEffect, useRef, useState } from 'react';

interface TemplatePreviewProps {
  readonly title: string;
  /** A complete document, as customers receive it. */
  readonly html: string;
  /** The width that it is laid out for, in CSS pixels. */
  readonly width: number;
}

/** The payment page, scaled down. For viewing only: its scripts do not run and its controls do not work. */
export function TemplatePreview({ title, html, width }: TemplatePreviewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width, height: 0 });
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: current.clientWidth, height: current.clientHeight }),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const scale = size.width / width;
  return (
    <div className="preview" ref={place}>
      <iframe
        title={title}
        srcDoc={html}
        sandbox=""
        tabIndex={-1}
        width={width}
        height={Math.round(size.height / scale)}
        style={{ transform: `scale(${scale})` }}
      />
    </div>
  );
}
