import { Link, useParams } from '@tanstack/react-router';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Facts } from '../../parts/facts.tsx';
import { useTitle } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { When } from '../../parts/when.tsx';
import { Doctor } from './doctor.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { ResendRange } from './resend-range.tsx';
import type { Endpoint } from './webhooks.ts';
import { webhooks_texts } from './webhooks-texts.ts';

/** One endpoint: its health, and its actions. */
export function WebhookPage() {
  const texts = useTexts(webhooks_texts);
  useTitle(texts.caption);
  const { path, may } = useFrame();
  const { endpoint_id = '' } = useParams({ strict: false });
  const endpoint = useRead(['webhooks', endpoint_id], '/webhooks/{id}', { path: { id: endpoint_id } });
  return (
    <QueryView query={endpoint}>
      {(shown) => (
        <div className="developers">
          <section className="card">
            <div className="card-head">
              <h2>{shown.description ?? shown.url}</h2>
              <EndpointState endpoint={shown} />
            </div>
            <EndpointFacts endpoint={shown} />
            {may('developers:write') && <EndpointActions endpoint={shown} />}
            <p>
              <Link
                to="/$merchant_id/$mode/developers/deliveries"
                params={path}
                search={{ endpoint_id: shown.id }}
              >
                {texts.deliveries}
              </Link>
            </p>
          </section>
          {may('developers:write') && <Doctor endpoint_id={shown.id} />}
          {may('developers:write') && <ResendRange endpoint={shown} />}
        </div>
      )}
    </QueryView>
  );
}

function EndpointFacts({ endpoint }: { readonly endpoint: Endpoint }) {
  const texts = useTexts(webhooks_texts);
  const { url, events, health, secrets, created_at, enabled, disabled_reason } = endpoint;
  const when = (at: string | null) => (at === null ? texts.never : <When at={at} />);
  return (
    <Facts
      facts={[
        [
          texts.url,
          <span key="url" className="mono">
            {url}
          </span>,
        ],
        [
          texts.events,
          events === null ? (
            texts.all_events
          ) : (
            <span key="events" className="mono">
              {events.join(', ')}
            </span>
          ),
        ],
        ...(!enabled && disabled_reason !== null
          ? ([[texts.state, texts.off_why[disabled_reason]]] as const)
          : []),
        [texts.last, when(health.last_delivered_at)],
        [texts.waiting, String(health.waiting)],
        [texts.failed, String(health.failed)],
        ...(health.failing_since !== null
          ? ([[texts.failing_since, when(health.failing_since)]] as const)
          : []),
        ...(health.paused_until !== null ? ([[texts.paused_until, when(health.paused_until)]] as const) : []),
        [
          texts.secrets,
          secrets.map(({ id, created_at: made_at, expires_at }) => (
            <div key={id}>
              <When at={made_at} />{' '}
              {expires_at === null ? (
                `(${texts.secret_newest})`
              ) : (
                <>
                  {texts.secret_until} <When at={expires_at} />
                </>
              )}
            </div>
          )),
        ],
        [texts.made, when(created_at)],
      ]}
    />
  );
}
