import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';
import { useTexts } from '../../language/use-language.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Note } from '../../parts/note.tsx';
import { useTitle } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { When } from '../../parts/when.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { logs_texts } from './logs-texts.ts';

const one = '/dashboard/api/{merchant_id}/{mode}/events/{id}' as const;

/** One event as it is sent, its deliveries, and a button to send it again. */
export function EventPage() {
  const texts = useTexts(logs_texts);
  useTitle(texts.event);
  const { path, keyOf, may } = useFrame();
  const { event_id = '' } = useParams({ strict: false });
  const params = { path: { ...path, id: event_id } };
  const query_client = useQueryClient();
  const event = useRead(['events', event_id], '/events/{id}', { path: { id: event_id } });
  const resend = useMutation({
    mutationFn: () => read(api.POST(`${one}/resend`, { params, body: {} })),
    onSuccess: () => query_client.invalidateQueries({ queryKey: keyOf('events') }),
  });
  return (
    <QueryView query={event}>
      {(shown) => (
        <div className="developers">
          <section className="card">
            <div className="card-head">
              <h2>{shown.event.event}</h2>
              {may('developers:write') && (
                <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
                  {texts.resend}
                </Button>
              )}
            </div>
            {resend.error !== null && (
              <ProblemNote problem={resend.error} words={{ conflict: texts.resend_off }} />
            )}
            {resend.isSuccess && <Note tone="good" title={texts.resent} />}
            <Facts
              facts={[
                [texts.id, <CopyText key="id" text={shown.event.id} label={texts.id} />],
                [
                  texts.object,
                  <span key="object" className="mono">
                    {String(shown.event.data.id ?? '')}
                  </span>,
                ],
                [texts.happened, <When key="at" at={shown.event.created_at} precise />],
              ]}
            />
            <h2>{texts.body}</h2>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach a scrollable area */}
            <pre className="code-block" tabIndex={0}>
              {JSON.stringify(shown.event, null, 2)}
            </pre>
          </section>
          {shown.deliveries.length === 0 ? (
            <p className="quiet">{texts.told_nobody}</p>
          ) : (
            <section>
              <h2>{texts.its_deliveries}</h2>
              <DeliveryTable caption={texts.its_deliveries} deliveries={shown.deliveries} />
            </section>
          )}
        </div>
      )}
    </QueryView>
  );
}
