import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberList } from './member-list.tsx';
import { team_page_texts } from './page-texts.ts';
import { team_texts } from './texts.ts';
import './team.css';
import { useRead } from '../../app/use-read.ts';

/** The members of the merchant's team and the people invited to it, with the actions for them. */
export function TeamPage() {
  const { title } = useTexts(team_texts);
  const texts = useTexts(team_page_texts);
  const { may } = useFrame();
  const [is_inviting, setInviting] = useState(false);
  const team = useRead(['team'], '/team');
  return (
    <>
      <PageHead title={title} about={texts.about}>
        {may('team:write') && (
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
            {texts.invite}
          </Button>
        )}
      </PageHead>
      <QueryView query={team}>
        {({ members, invitations }) => (
          <>
            <MemberList members={members} />
            {invitations.length > 0 && <InvitationList invitations={invitations} />}
          </>
        )}
      </QueryView>
      <InviteDialog is_open={is_inviting} onClose={() => setInviting(false)} />
    </>
  );
}
