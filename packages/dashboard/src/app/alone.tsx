import type { ReactNode } from 'react';
import { LanguageSwitch } from '../language/language-switch.tsx';
import { useTitle } from '../parts/page-head.tsx';
import { Brand } from './brand.tsx';
import './alone.css';

interface AloneProps {
  readonly title: string;
  readonly about?: string;
  readonly children?: ReactNode;
}

/** A page without the frame: a single task on a card. */
export function Alone({ title, about, children }: AloneProps) {
  useTitle(title);
  return (
    <div className="alone">
      <header className="alone-top">
        <Brand />
        <LanguageSwitch />
      </header>
      <main className="card">
        <div>
          <h1>{title}</h1>
          {about !== undefined && <p className="quiet">{about}</p>}
        </div>
        {children}
      </main>
    </div>
  );
}
