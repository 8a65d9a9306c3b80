import { Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../icon-button.tsx';

export type MenuAction = { label: string; icon?: ReactNode; onClick: () => void; danger?: boolean; disabled?: boolean };

/** The three dots at the end of a row. `label` names the row: 'Ações de Vendas'. */
export function RowMenu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  if (actions.length === 0) return null;
  return (
    <Menu>
      <Menu.Target>
        <IconButton label={label} size="sm" onClick={(event) => event.stopPropagation()}>
          <IconDotsVertical size={18} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            leftSection={action.icon}
            data-danger={action.danger || undefined}
            disabled={action.disabled ?? false}
            onClick={(event) => {
              event.stopPropagation();
              action.onClick();
            }}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
