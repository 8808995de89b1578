import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api, read } from '../../api/client.ts';
import { me_query } from '../../app/me.ts';
import { useSignOut } from '../../app/sign-out.tsx';
import { useTexts } from '../../language/use-language.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import type { Invitation } from './invitation.ts';
import { invitation_texts } from './texts.ts';

interface AcceptProps {
  readonly invitation: Invitation;
  readonly token: string;
}

/** For who has an account: signed in with it they accept; otherwise they sign in first and come back. */
export function AcceptAsMember({ invitation, token }: AcceptProps) {
  const texts = useTexts(invitation_texts);
  const navigate = useNavigate();
  const query_client = useQueryClient();
  const { signOut } = useSignOut();
  const me = useQuery({ ...me_query, retry: false });
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => read(api.POST('/dashboard/api/me/invitation/accept', { body: { token } })),
    onSuccess: async ({ merchant_id }) => {
      await query_client.invalidateQueries({ queryKey: me_query.queryKey });
      await navigate({ to: '/$merchant_id/$mode', params: { merchant_id, mode: 'test' } });
    },
  });
  if (!me.data) {
    return (
      <Stack>
        <p>{texts.sign_in_first}</p>
        <Link to="/sign-in" search={{ next: `/invitation#${token}` }}>
          {texts.sign_in}
        </Link>
      </Stack>
    );
  }
  const { email } = me.data.user;
  if (email !== invitation.email) {
    return (
      <Stack>
        <p>{texts.other_person(email)}</p>
        <Button variant="default" onClick={signOut}>
          {texts.sign_out}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack>
      {error !== null && <ProblemNote problem={error} />}
      <Button h={48} loading={isPending} onClick={() => mutate()}>
        {texts.accept}
      </Button>
    </Stack>
  );
}
