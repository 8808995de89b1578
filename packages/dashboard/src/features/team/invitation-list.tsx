import { Button } from '@mantine/core';
import { useState } from 'react';
import { role_texts } from '../../app/texts.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { When } from '../../parts/when.tsx';
import { team_page_texts } from './page-texts.ts';
import { type Invitation, useTeamVerbs } from './verbs.ts';

/** The people who were invited and have not joined yet. */
export function InvitationList({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const texts = useTexts(team_page_texts);
  const roles = useTexts(role_texts);
  const { may } = useFrame();
  const { takeBack } = useTeamVerbs();
  const [chosen, setChosen] = useState<Invitation | null>(null);
  const columns: readonly Column<Invitation>[] = [
    { key: 'email', title: texts.email, is_main: true, show: ({ email }) => email },
    { key: 'role', title: texts.role, show: ({ role }) => roles[role] },
    { key: 'invited_by', title: texts.invited_by, show: ({ invited_by }) => invited_by },
    { key: 'until', title: texts.until, show: ({ expires_at }) => <When at={expires_at} /> },
    {
      key: 'actions',
      title: texts.actions,
      is_hidden: true,
      align: 'end',
      show: (invitation) =>
        may('team:write') && (
          <Button
            variant="default"
            size="sm"
            aria-label={`${texts.take_back}: ${invitation.email}`}
            onClick={() => setChosen(invitation)}
          >
            {texts.take_back}
          </Button>
        ),
    },
  ];
  return (
    <section className="team-section">
      <h2>{texts.invitations}</h2>
      <DataTable caption={texts.invitations} columns={columns} rows={invitations} keyOf={({ id }) => id} />
      <ConfirmDialog
        is_open={chosen !== null}
        title={texts.take_back}
        action={texts.take_back}
        is_dangerous
        onConfirm={async () => chosen && takeBack(chosen.id)}
        onClose={() => setChosen(null)}
      >
        <p>{texts.take_back_about(chosen?.email ?? '')}</p>
      </ConfirmDialog>
    </section>
  );
}
