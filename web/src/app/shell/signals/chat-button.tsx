import { Popover } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { t } from '../../../platform/i18n.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ListSkeleton } from '../../../ui/page/skeleton.tsx';
import css from './notification-bell.module.css';

const ChatPanel = lazyPart(async () => ({ default: (await import('./chat-panel.tsx')).ChatPanel }));

/** The internal chats in the top bar, with a dot while something is unread. They are asked for when it is opened. */
export function ChatButton({ unread }: { unread: number }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={360} trapFocus>
      <Popover.Target>
        <IconButton
          label={unread > 0 ? t('Chat Interno: {{count}} conversas não lidas', { count: unread }) : t('Chat Interno')}
          className={css.bell}
          onPointerEnter={ChatPanel.ahead}
          onFocus={ChatPanel.ahead}
          onClick={() => setOpened(!opened)}
        >
          <IconMessages size={18} />
          {unread > 0 && <span className={css.dot} aria-hidden />}
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        {opened && (
          <Suspense fallback={<ListSkeleton rows={3} rowHeight={64} label={t('Carregando as conversas')} />}>
            <ChatPanel onFollow={() => setOpened(false)} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
