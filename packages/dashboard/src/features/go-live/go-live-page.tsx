import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { go_live_page_texts } from './page-texts.ts';
import { type GoLive, progressOf, useGoLive } from './read.ts';
import { go_live_texts } from './texts.ts';
import './go-live.css';

type Provider = GoLive['providers'][number];

const tones = { none: 'quiet', added: 'accent', paid: 'warn', proven: 'good' } as const;

/** The providers to choose from, and how far the merchant is with each. */
export function GoLivePage() {
  const { title } = useTexts(go_live_texts);
  const texts = useTexts(go_live_page_texts);
  const way = useGoLive();
  return (
    <>
      <PageHead title={title} about={texts.about} />
      <QueryView query={way}>{(all) => <Providers all={all} />}</QueryView>
    </>
  );
}

function Providers({ all }: { readonly all: GoLive }) {
  const texts = useTexts(go_live_page_texts);
  const has_account = ({ connector }: Provider): boolean =>
    all.accounts.some((account) => account.connector === connector);
  // An account with a provider of another country is not hidden among the others.
  const here = all.providers.filter((one) => one.operators.length > 0 || has_account(one));
  const elsewhere = all.providers.filter((one) => !here.includes(one));
  return (
    <div className="go-live">
      <section>
        <h2>{texts.choose}</h2>
        <p className="quiet">{texts.choose_about}</p>
        {here.length === 0 ? <Empty title={texts.none_here} /> : <Cards providers={here} all={all} />}
      </section>
      {elsewhere.length > 0 && (
        <details>
          <summary>{texts.others}</summary>
          <Cards providers={elsewhere} all={all} />
        </details>
      )}
    </div>
  );
}

function Cards({ providers, all }: { readonly providers: readonly Provider[]; readonly all: GoLive }) {
  return (
    <ul className="go-live-providers">
      {providers.map((provider) => (
        <li key={provider.connector} className="card">
          <ProviderCard provider={provider} all={all} />
        </li>
      ))}
    </ul>
  );
}

function ProviderCard({ provider, all }: { readonly provider: Provider; readonly all: GoLive }) {
  const texts = useTexts(go_live_page_texts);
  const { path } = useFrame();
  const { connector, name, operators } = provider;
  const progress = progressOf(all.accounts.filter((account) => account.connector === connector));
  const action = progress === 'none' ? texts.begin : progress === 'proven' ? texts.look : texts.go_on;
  return (
    <>
      <h3>{name}</h3>
      <Badge tone={tones[progress]}>{texts.states[progress]}</Badge>
      {operators.length > 0 && (
        <p className="quiet">{texts.reaches(operators.map((operator) => operator.name).join(', '))}</p>
      )}
      <Button
        variant={progress === 'none' || progress === 'proven' ? 'default' : 'filled'}
        aria-label={`${action}: ${name}`}
        renderRoot={(props) => (
          <Link {...props} to="/$merchant_id/$mode/go-live/$connector" params={{ ...path, connector }} />
        )}
      >
        {action}
      </Button>
    </>
  );
}
