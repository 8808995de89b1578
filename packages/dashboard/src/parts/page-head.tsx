import { type ReactNode, useEffect } from 'react';
import './parts.css';

interface PageHeadProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly children?: ReactNode;
}

/** The title of a page, here and in the window, and what can be done on it. */
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

/** A page's first sentence where a section has the title, and what can be done on the page. */
export function PageLead({ about, children }: { readonly about: string; readonly children?: ReactNode }) {
  return (
    <div className="page-lead">
      <p className="quiet">{about}</p>
      {children}
    </div>
  );
}

/** Says in the window's title where one is. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Guichet`;
  }, [title]);
}
