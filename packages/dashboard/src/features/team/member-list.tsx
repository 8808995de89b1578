import { useState } from 'react';
import { role_texts } from '../../app/texts.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { When } from '../../parts/when.tsx';
import { type Chosen, MemberDialogs } from './member-dialogs.tsx';
import { MemberMenu } from './member-menu.tsx';
import { team_page_texts } from './page-texts.ts';
import type { Member } from './verbs.ts';

/** The members, the longest-standing first. */
export function MemberList({ members }: { readonly members: readonly Member[] }) {
  const texts = useTexts(team_page_texts);
  const roles = useTexts(role_texts);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const columns: readonly Column<Member>[] = [
    {
      key: 'name',
      title: texts.name,
      is_main: true,
      show: ({ name, email, is_you }) => (
        <span className="member">
          <strong>{name}</strong> {is_you && <Badge tone="accent">{texts.you}</Badge>}
          <small>{email}</small>
        </span>
      ),
    },
    { key: 'role', title: texts.role, show: ({ role }) => roles[role] },
    {
      key: 'second_factor',
      title: texts.second_factor,
      show: ({ two_factor_enabled }) => (
        <Badge tone={two_factor_enabled ? 'good' : 'quiet'}>
          {two_factor_enabled ? texts.on : texts.off}
        </Badge>
      ),
    },
    { key: 'since', title: texts.since, show: ({ created_at }) => <When at={created_at} /> },
    {
      key: 'actions',
      title: texts.actions,
      is_hidden: true,
      align: 'end',
      show: (member) => <MemberMenu member={member} choose={(verb) => setChosen({ member, verb })} />,
    },
  ];
  return (
    <>
      <DataTable caption={texts.members} columns={columns} rows={members} keyOf={({ user_id }) => user_id} />
      {chosen && (
        <MemberDialogs key={chosen.member.user_id} chosen={chosen} onClose={() => setChosen(null)} />
      )}
    </>
  );
}
