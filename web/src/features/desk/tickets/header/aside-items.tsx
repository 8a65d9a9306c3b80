import type { CommandId } from '@balcao/contract/command-rules';
import { Menu } from '@mantine/core';
import { IconBellOff, IconClockPause, IconFlag3, IconMail, IconPin, IconTag } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { runCommand, useKeysOf, useReachable } from '../../../../platform/commands.ts';

const icons: Partial<Record<CommandId, typeof IconPin>> = {
  'ticket.snooze': IconClockPause,
  'ticket.tags': IconTag,
  'ticket.priority': IconFlag3,
  'ticket.pin': IconPin,
  'ticket.markUnread': IconMail,
  'ticket.mute': IconBellOff,
};

/** What is said of the open conversation beside moving it: set aside, tagged, urgent, and marks for oneself. */
export function AsideItems({ phone }: { phone: boolean }) {
  const labels = new Map(useReachable().map(({ id, label }) => [id, label]));
  return Object.entries(icons).map(([name, Icon]) => {
    const id = name as CommandId;
    const label = labels.get(id);
    return label && <AsideItem key={id} id={id} label={label} icon={<Icon size={18} />} phone={phone} />;
  });
}

function AsideItem({ id, label, icon, phone }: { id: CommandId; label: string; icon: ReactNode; phone: boolean }) {
  const keys = useKeysOf(id);
  return (
    <Menu.Item leftSection={icon} rightSection={!phone && keys && <small>{keys}</small>} onClick={() => runCommand(id)}>
      {label}
    </Menu.Item>
  );
}
