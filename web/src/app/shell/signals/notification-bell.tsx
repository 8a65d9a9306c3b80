import { Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useUnreadTickets } from '../../../data/tickets/queries.ts';
import { t } from '../../../platform/i18n.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ListSkeleton } from '../../../ui/page/skeleton.tsx';
import css from './notification-bell.module.css';

const UnreadList = lazyPart(async () => ({ default: (await import('./unread-list.tsx')).UnreadList }));

/** The bell with the conversations that hold something unread. They are asked for once `enabled`. */
export function NotificationBell({ enabled = true }: { enabled?: boolean }) {
  const [opened, setOpened] = useState(false);
  const list = useUnreadTickets(enabled);
  // What is loaded is the first page only.
  const count = (list.hasMore ? list.count : list.rows?.length) ?? 0;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={360} trapFocus>
      <Popover.Target>
        <IconButton
          label={count > 0 ? t('Notificações: {{count}} conversas', { count }) : t('Notificações')}
          className={css.bell}
          onPointerEnter={UnreadList.ahead}
          onFocus={UnreadList.ahead}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={18} />
          {count > 0 && <span className={css.pip} aria-hidden data-count={count > 99 ? '99+' : count} />}
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <Suspense fallback={<ListSkeleton rows={3} rowHeight={64} label={t('Carregando as notificações')} />}>
          <UnreadList list={list} onFollow={() => setOpened(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
