import './recovery.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { Facts } from '../../parts/facts.tsx';
import { When } from '../../parts/when.tsx';
import { FoundTable } from './found-table.tsx';
import { OpenDialog } from './open-dialog.tsx';
import { recovery_texts } from './texts.ts';
import { type Recovery, useRecovery } from './use-recovery.ts';

/** The notice on every page while the service is recovering: what is closed, what was found, and what to do. */
export function RecoveryNotice() {
  const texts = useTexts(recovery_texts);
  const { data } = useRecovery();
  const recovery = data?.recovery;
  if (!recovery) return null;
  return (
    <section className="recovery" aria-label={texts.title}>
      <div role="status">
        <h2>{texts.title}</h2>
        <p>
          {texts.waiting} {texts.closed}
        </p>
      </div>
      <details>
        <summary>{texts.details}</summary>
        <h3>{texts.to_do_title}</h3>
        <p>
          {texts.since} <When at={recovery.lost_since} />.
        </p>
        <ul>
          <li>{texts.repeat}</li>
          <li>{texts.not_by_hand}</li>
          <li>{recovery.may_open ? texts.compare : texts.ask}</li>
        </ul>
        <h3>{texts.found_title}</h3>
        <Found recovery={recovery} />
      </details>
      {recovery.may_open && <OpenButton recovery={recovery} />}
    </section>
  );
}

function Found({ recovery: { counts, found, looked_at } }: { readonly recovery: Recovery }) {
  const texts = useTexts(recovery_texts);
  const names = Object.keys(texts.counts) as (keyof typeof texts.counts)[];
  return (
    <>
      {looked_at !== null && (
        <p>
          {texts.looked_at}: <When at={looked_at} />
        </p>
      )}
      <Facts facts={names.map((name) => [texts.counts[name], counts[name]] as const)} />
      {found.length === 0 ? <p className="quiet">{texts.none_found}</p> : <FoundTable found={found} />}
    </>
  );
}

function OpenButton({ recovery }: { readonly recovery: Recovery }) {
  const texts = useTexts(recovery_texts);
  const [is_open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {is_open && <OpenDialog left={recovery.counts.to_inquire} onClose={() => setOpen(false)} />}
    </>
  );
}
