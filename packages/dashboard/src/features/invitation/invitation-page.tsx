import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { api, read } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import { Alone } from '../../app/alone.tsx';
import { role_texts } from '../../app/texts.ts';
import { useTexts } from '../../language/use-language.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { AcceptForm } from './accept-form.tsx';
import { invitation_texts } from './texts.ts';
import '@mantine/core/styles/Skeleton.layer.css';

/** The page that an invitation link opens. */
export function InvitationPage() {
  const texts = useTexts(invitation_texts);
  const roles = useTexts(role_texts);
  const token = useLocation({ select: ({ hash }) => hash });
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => read(api.POST('/dashboard/api/public/invitation', { body: { token } })),
    // A retry does not make a link valid, and each request counts as an attempt.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { error, data } = invitation;
  const is_gone = error instanceof ApiProblem && (error.status === 404 || error.status === 422);
  if (is_gone) return <Alone title={texts.gone_title} about={texts.gone} />;
  return (
    <Alone
      title={data ? texts.joined(data.merchant.name) : texts.title}
      about={data && texts.about(data.invited_by, roles[data.role])}
    >
      <QueryView query={invitation} lines={3}>
        {(known) => <AcceptForm invitation={known} token={token} />}
      </QueryView>
    </Alone>
  );
}
