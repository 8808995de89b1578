import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { api, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Note } from '../../parts/note.tsx';
import { useTitle } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Timeline } from '../../parts/timeline.tsx';
import { When } from '../../parts/when.tsx';
import { DeliveryBadge } from './delivery-table.tsx';
import { logs_texts } from './logs-texts.ts';

type DeliveryReport = components['schemas']['DeliveryReport'];

const waiting_ms = 5_000;
const one = '/dashboard/api/{merchant_id}/{mode}/deliveries/{id}' as const;

/** One delivery with its attempts, and a button to send it again. */
export function DeliveryPage() {
  const texts = useTexts(logs_texts);
  useTitle(texts.delivery);
  const { path, keyOf, may } = useFrame();
  const { delivery_id = '' } = useParams({ strict: false });
  const params = { path: { ...path, id: delivery_id } };
  const query_client = useQueryClient();
  // Only changes to the newest deliveries are reported: an older one is polled while it is sent again.
  const delivery = useRead(['deliveries', delivery_id], '/deliveries/{id}', {
    path: { id: delivery_id },
    refetchInterval: ({ state }) => (state.data?.status === 'waiting' ? waiting_ms : false),
  });
  const resend = useMutation({
    mutationFn: () => read(api.POST(`${one}/resend`, { params })),
    onSuccess: () => query_client.invalidateQueries({ queryKey: keyOf('deliveries') }),
  });
  return (
    <QueryView query={delivery}>
      {(shown) => (
        <div className="developers">
          <section className="card">
            <div className="card-head">
              <h2>{shown.event}</h2>
              <DeliveryBadge status={shown.status} />
            </div>
            <DeliveryFacts delivery={shown} />
            {may('developers:write') && (
              <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
                {texts.resend}
              </Button>
            )}
            {resend.error !== null && (
              <ProblemNote problem={resend.error} words={{ conflict: texts.resend_off }} />
            )}
            {resend.isSuccess && <Note tone="good" title={texts.resent} />}
          </section>
          <Tries tries={shown.tries} />
        </div>
      )}
    </QueryView>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: DeliveryReport }) {
  const texts = useTexts(logs_texts);
  const { path } = useFrame();
  return (
    <Facts
      facts={[
        [
          texts.event,
          <Link
            key="event"
            to="/$merchant_id/$mode/developers/events/$event_id"
            params={{ ...path, event_id: delivery.event_id }}
            className="mono"
          >
            {delivery.event_id}
          </Link>,
        ],
        [
          texts.endpoint,
          <Link
            key="endpoint"
            to="/$merchant_id/$mode/developers/webhooks/$endpoint_id"
            params={{ ...path, endpoint_id: delivery.endpoint_id }}
            className="mono"
          >
            {delivery.endpoint_id}
          </Link>,
        ],
        [
          texts.object,
          <span key="object" className="mono">
            {delivery.object_id}
          </span>,
        ],
        [texts.happened, <When key="happened" at={delivery.created_at} precise />],
        ...(delivery.next_attempt_at === null
          ? []
          : ([[texts.next_try, <When key="next" at={delivery.next_attempt_at} precise />]] as const)),
      ]}
    />
  );
}

function Tries({ tries }: Pick<DeliveryReport, 'tries'>) {
  const texts = useTexts(logs_texts);
  return (
    <section className="card">
      <h2>{texts.tries}</h2>
      {tries.length === 0 && <p className="quiet">{texts.no_try}</p>}
      <Timeline
        moments={tries
          .toReversed()
          .map(({ number, status_code, error, response_excerpt, duration_ms, created_at }) => ({
            key: String(number),
            at: created_at,
            tone: error === null && status_code !== null && status_code < 300 ? 'good' : 'bad',
            what: (
              <>
                <strong>{texts.try_number(number)}</strong>
                {status_code !== null && ` · ${texts.status_code(status_code)}`} · {texts.took(duration_ms)}
                {error !== null && <div lang="en">{error}</div>}
                {response_excerpt && <pre className="code-block">{response_excerpt}</pre>}
              </>
            ),
          }))}
      />
    </section>
  );
}
