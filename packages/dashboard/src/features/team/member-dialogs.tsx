import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { team_page_texts } from './page-texts.ts';
import { RoleChoice } from './role-choice.tsx';
import { type Member, useTeamVerbs } from './verbs.ts';

export type MemberVerb = 'change_role' | 'password_link' | 'end_sessions' | 'remove';

export interface Chosen {
  readonly member: Member;
  readonly verb: MemberVerb;
}

interface MemberDialogProps {
  readonly member: Member;
  readonly onClose: () => void;
}

/** Asks for confirmation before an action on a member. */
export function MemberDialogs({
  chosen: { member, verb },
  ...rest
}: {
  chosen: Chosen;
  onClose: () => void;
}) {
  if (verb === 'change_role') return <ChangeRole member={member} {...rest} />;
  if (verb === 'password_link') return <MakeLink member={member} {...rest} />;
  if (verb === 'end_sessions') return <EndSessions member={member} {...rest} />;
  return <Remove member={member} {...rest} />;
}

function ChangeRole({ member, onClose }: MemberDialogProps) {
  const texts = useTexts(team_page_texts);
  const { changeRole } = useTeamVerbs();
  const [role, setRole] = useState(member.role);
  return (
    <ConfirmDialog
      is_open
      title={`${texts.change_role}: ${member.name}`}
      action={texts.save}
      words={{ conflict: texts.last_owner }}
      onConfirm={async () => {
        await changeRole(member.user_id, role);
        // The person's own permissions are read once, at the start.
        if (member.is_you) window.location.reload();
      }}
      onClose={onClose}
      fields={['role']}
    >
      {(wordsAt) => <RoleChoice value={role} onChange={setRole} error={wordsAt('role')} />}
    </ConfirmDialog>
  );
}

function MakeLink({ member, onClose }: MemberDialogProps) {
  const texts = useTexts(team_page_texts);
  const { makePasswordLink } = useTeamVerbs();
  const [link, setLink] = useState<string | null>(null);
  const title = texts.link_for(member.name);
  if (link !== null) return <LinkDialog title={title} link={link} onClose={onClose} />;
  return (
    <ConfirmDialog
      is_open
      title={title}
      action={texts.make_link}
      onConfirm={async () => setLink((await makePasswordLink(member.user_id)).link)}
      // Once there is a link, its own dialog takes over.
      onClose={(is_done) => !is_done && onClose()}
    >
      <p>{texts.link_about}</p>
    </ConfirmDialog>
  );
}

function EndSessions({ member, onClose }: MemberDialogProps) {
  const texts = useTexts(team_page_texts);
  const { endSessions } = useTeamVerbs();
  return (
    <ConfirmDialog
      is_open
      title={texts.end_sessions_title(member.name)}
      action={texts.end_sessions}
      onConfirm={() => endSessions(member.user_id)}
      onClose={onClose}
    >
      <p>{texts.end_sessions_about}</p>
    </ConfirmDialog>
  );
}

function Remove({ member, onClose }: MemberDialogProps) {
  const texts = useTexts(team_page_texts);
  const { remove } = useTeamVerbs();
  const { is_you, name, user_id } = member;
  return (
    <ConfirmDialog
      is_open
      title={is_you ? texts.leave : texts.remove_title(name)}
      action={is_you ? texts.leave : texts.remove}
      is_dangerous
      words={{ conflict: texts.last_owner }}
      onConfirm={async () => {
        await remove(user_id);
        if (is_you) window.location.assign('/dashboard/');
      }}
      onClose={onClose}
    >
      <p>{is_you ? texts.leave_about : texts.remove_about}</p>
    </ConfirmDialog>
  );
}
