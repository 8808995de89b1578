import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readAuth, sendAuth } from '../../api/auth.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { When } from '../../parts/when.tsx';
import { describeDevice } from './describe-device.ts';
import { security_page_texts } from './page-texts.ts';

interface Session {
  readonly id: string;
  readonly token: string;
  readonly createdAt: string;
  readonly ipAddress?: string | null;
  readonly userAgent?: string | null;
}

/** Every place where one is signed in, and the ways to end it there. */
export function Sessions() {
  const { sessions: texts } = useTexts(security_page_texts);
  const query_client = useQueryClient();
  const [is_asking, setAsking] = useState(false);
  const current = useQuery({
    queryKey: ['sessions', 'current'],
    queryFn: () => readAuth<{ readonly session: Session }>('/get-session'),
  });
  const sessions = useQuery({
    queryKey: ['sessions', 'all'],
    queryFn: () => readAuth<readonly Session[]>('/list-sessions'),
  });
  const refresh = () => query_client.invalidateQueries({ queryKey: ['sessions'] });
  const end = useMutation({
    mutationFn: (token: string) => sendAuth('/revoke-session', { token }),
    onSuccess: refresh,
  });
  const own_id = current.data?.session.id;
  return (
    <section className="card">
      <h2>{texts.title}</h2>
      {end.error !== null && <ProblemNote problem={end.error} />}
      <QueryView query={sessions} lines={2}>
        {(all) => (
          <ul className="key-list">
            {all.map(({ id, token, createdAt, ipAddress, userAgent }) => (
              <li key={id}>
                <div>
                  {describeDevice(userAgent) ?? texts.unknown}
                  <small>
                    {texts.since} <When at={createdAt} />
                    {ipAddress && <> · {ipAddress}</>}
                  </small>
                </div>
                {id === own_id ? (
                  <Badge tone="good">{texts.this_one}</Badge>
                ) : (
                  <Button variant="default" size="sm" onClick={() => end.mutate(token)}>
                    {texts.sign_out}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      {(sessions.data?.length ?? 0) > 1 && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {texts.everywhere}
        </Button>
      )}
      <ConfirmDialog
        is_open={is_asking}
        title={texts.everywhere}
        action={texts.sign_out}
        onConfirm={() => sendAuth('/revoke-other-sessions').then(refresh)}
        onClose={() => setAsking(false)}
      >
        <p>{texts.everywhere_about}</p>
      </ConfirmDialog>
    </section>
  );
}
