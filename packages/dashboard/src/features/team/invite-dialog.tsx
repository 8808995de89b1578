import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { team_page_texts } from './page-texts.ts';
import { RoleChoice } from './role-choice.tsx';
import { type Role, useTeamVerbs } from './verbs.ts';

/** Invites somebody, then shows the link to send. */
export function InviteDialog({
  is_open,
  onClose,
}: {
  readonly is_open: boolean;
  readonly onClose: () => void;
}) {
  const texts = useTexts(team_page_texts);
  const { invite } = useTeamVerbs();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [made, setMade] = useState<{ readonly email: string; readonly link: string } | null>(null);
  const send = async (): Promise<void> => {
    const { invitation, link } = await invite({ email: email.trim(), role });
    setMade({ email: invitation.email, link });
    setEmail('');
  };
  return (
    <>
      <ConfirmDialog
        is_open={is_open}
        title={texts.invite}
        action={texts.invite}
        onConfirm={send}
        onClose={onClose}
        fields={['email', 'role']}
      >
        {(wordsAt) => (
          <>
            <p className="quiet">{texts.invite_about}</p>
            <TextInput
              type="email"
              label={texts.email}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              autoComplete="off"
              required
              withAsterisk={false}
              data-autofocus
              error={wordsAt('email')}
            />
            <RoleChoice value={role} onChange={setRole} error={wordsAt('role')} />
          </>
        )}
      </ConfirmDialog>
      {made && (
        <LinkDialog title={texts.link_for(made.email)} link={made.link} onClose={() => setMade(null)} />
      )}
    </>
  );
}
