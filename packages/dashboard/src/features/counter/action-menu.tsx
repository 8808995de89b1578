import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useFrame } from '../../app/use-frame.ts';

interface ActionMenuProps {
  /** The name of the menu, for screen readers. */
  readonly label: string;
  readonly actions: readonly (readonly [label: string, act: () => void])[];
}

/** The menu of one till or cashier, for those who may change it. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const { may } = useFrame();
  if (!may('tills:write')) return null;
  return (
    <Menu
      withInitialFocusPlaceholder={false}
      position="bottom-end"
      // The table would clip the menu, and screen readers would lose it outside the landmarks.
      portalProps={{ target: '#content' }}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={label}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(([name, act]) => (
          <Menu.Item key={name} onClick={act}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
