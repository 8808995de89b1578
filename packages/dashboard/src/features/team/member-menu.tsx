import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import type { MemberVerb } from './member-dialogs.tsx';
import { team_page_texts } from './page-texts.ts';
import type { Member } from './verbs.ts';

interface MemberMenuProps {
  readonly member: Member;
  readonly choose: (verb: MemberVerb) => void;
}

/** The menu of one member. */
export function MemberMenu({ member, choose }: MemberMenuProps) {
  const texts = useTexts(team_page_texts);
  const { may, merchant } = useFrame();
  const may_change = may('team:write') && (member.role !== 'owner' || merchant.role === 'owner');
  if (!may_change && !member.is_you) return null;
  return (
    <Menu
      withInitialFocusPlaceholder={false}
      position="bottom-end"
      // The table would clip the menu, and screen readers would lose it outside the landmarks.
      portalProps={{ target: '#content' }}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={texts.actions_for(member.name)}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may_change && <Menu.Item onClick={() => choose('change_role')}>{texts.change_role}</Menu.Item>}
        {may_change && !member.is_you && (
          <Menu.Item onClick={() => choose('password_link')}>{texts.password_link}</Menu.Item>
        )}
        {may_change && !member.is_you && (
          <Menu.Item onClick={() => choose('end_sessions')}>{texts.end_sessions}</Menu.Item>
        )}
        <Menu.Item onClick={() => choose('remove')}>{member.is_you ? texts.leave : texts.remove}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
