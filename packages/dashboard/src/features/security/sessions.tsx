import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { When } from '../../parts/when.tsx';
import { describeDevice } from './describe-device.ts';
import { security_page_texts } from './page-texts.ts';

const address = '/dashboard/api/me/sessions' as const;

/** The person's sessions, with actions to end them. */
export function Sessions() {
  const { sessions: texts } = useTexts(security_page_texts);
  const query_client = useQueryClient();
  const [is_asking, setAsking] = useState(false);
  const query = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => read(api.GET(address, { signal })),
  });
  const refresh = () => query_client.invalidateQueries({ queryKey: ['sessions'] });
  const end = useMutation({
    mutationFn: (id: string) => read(api.DELETE(`${address}/{id}`, { params: { path: { id } } })),
    onSettled: refresh,
  });
  return (
    <section className="card">
      <h2>{texts.title}</h2>
      {end.error !== null && <ProblemNote problem={end.error} />}
      <QueryView query={query} lines={2}>
        {({ sessions }) => (
          <ul className="key-list">
            {sessions.map(({ id, user_agent, address: from, opened_at, used_at, is_this }) => (
              <li key={id}>
                <div>
                  {describeDevice(user_agent) ?? texts.unknown}
                  <small>
                    {texts.since} <When at={opened_at} /> · {texts.used} <When at={used_at} />
                    {from !== null && <> · {from}</>}
                  </small>
                </div>
                {is_this ? (
                  <Badge tone="good">{texts.this_one}</Badge>
                ) : (
                  <Button variant="default" size="sm" onClick={() => end.mutate(id)}>
                    {texts.sign_out}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      {(query.data?.sessions.length ?? 0) > 1 && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {texts.everywhere}
        </Button>
      )}
      <ConfirmDialog
        is_open={is_asking}
        title={texts.everywhere}
        action={texts.sign_out}
        onConfirm={() => read(api.DELETE(address)).then(refresh)}
        onClose={() => setAsking(false)}
      >
        <p>{texts.everywhere_about}</p>
      </ConfirmDialog>
    </section>
  );
}
