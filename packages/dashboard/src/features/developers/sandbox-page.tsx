import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';
import { useTexts } from '../../language/use-language.tsx';
import { amountColumn } from '../../parts/amount-column.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { PageLead, useTitle } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { When } from '../../parts/when.tsx';
import { CaseList } from './case-list.tsx';
import { PlayMoney } from './play-money.tsx';
import { sandbox_texts } from './sandbox-texts.ts';

type Waiting = components['schemas']['SandboxWaiting'];
const panel = '/dashboard/api/{merchant_id}/{mode}/sandbox' as const;

/** The sandbox, where staff act as the operator of test mode. */
export function SandboxPage() {
  const texts = useTexts(sandbox_texts);
  useTitle(texts.title);
  const { may } = useFrame();
  const sandbox = useRead(['sandbox'], '/sandbox');
  return (
    <>
      <PageLead about={texts.about} />
      <QueryView query={sandbox}>
        {({ waiting, cases }) => (
          <div className="developers">
            {waiting.length === 0 ? (
              <Empty title={texts.nobody} about={texts.nobody_about} />
            ) : (
              <WaitingTable waiting={waiting} />
            )}
            {may('sandbox:write') && <PlayMoney />}
            <section>
              <h2>{texts.cases}</h2>
              <p className="quiet">{texts.cases_about}</p>
              <CaseList cases={cases} />
            </section>
          </div>
        )}
      </QueryView>
    </>
  );
}

function WaitingTable({ waiting }: { readonly waiting: readonly Waiting[] }) {
  const texts = useTexts(sandbox_texts);
  const { path, keyOf, may } = useFrame();
  const query_client = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: { readonly id: string; readonly decision: 'approved' | 'refused' }) =>
      read(api.POST(`${panel}/decide`, { params: { path }, body })),
    onSettled: () => query_client.invalidateQueries({ queryKey: keyOf('sandbox') }),
  });
  return (
    <section>
      <h2>{texts.waiting}</h2>
      {error !== null && <ProblemNote problem={error} words={{ conflict: texts.over }} />}
      <DataTable
        caption={texts.waiting}
        rows={waiting}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'what',
            title: texts.what,
            is_main: true,
            show: ({ kind, id }) => (
              <div>
                <strong>{texts.kinds[kind]}</strong>
                <div className="mono quiet">{id}</div>
              </div>
            ),
          },
          { key: 'phone', title: texts.phone, show: ({ phone }) => phone },
          amountColumn(texts.amount),
          { key: 'since', title: texts.since, show: ({ created_at }) => <When at={created_at} precise /> },
          {
            key: 'decide',
            title: texts.decide,
            align: 'end',
            show: ({ id }) =>
              may('sandbox:write') && (
                <Group gap="xs" justify="flex-end">
                  <Button
                    size="sm"
                    disabled={isPending}
                    aria-label={`${texts.approve}: ${id}`}
                    onClick={() => mutate({ id, decision: 'approved' })}
                  >
                    {texts.approve}
                  </Button>
                  <Button
                    size="sm"
                    variant="default"
                    disabled={isPending}
                    aria-label={`${texts.refuse}: ${id}`}
                    onClick={() => mutate({ id, decision: 'refused' })}
                  >
                    {texts.refuse}
                  </Button>
                </Group>
              ),
          },
        ]}
      />
    </section>
  );
}
