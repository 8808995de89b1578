import { type ReactNode, useEffect } from 'react';
import './parts.css';

interface PageHeadProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly children?: ReactNode;
}

/** The title of a page, also shown as the window's title, and the page's actions. */
export function PageHead({ title, about, children }: PageHeadProps) {
  useTitle(title);
  return (
    <div className="page-head">
      <div>
        <h1>{title}</h1>
        {about !== undefined && <p className="quiet">{about}</p>}
      </div>
      {children !== undefined && <div className="page-actions">{children}</div>}
    </div>
  );
}

/** The first sentence of a page whose title is that of its section, and the page's actions. */
export function PageLead({ about, children }: { readonly about: string; readonly children?: ReactNode }) {
  return (
    <div className="page-lead">
      <p className="quiet">{about}</p>
      {children}
    </div>
  );
}

/** Sets the window's title. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Guichet`;
  }, [title]);
}
