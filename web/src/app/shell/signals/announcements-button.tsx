import type { ShownAnnouncement } from '@balcao/contract/announcements';
import { Popover } from '@mantine/core';
import { IconNews } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { useShownAnnouncements } from '../../../data/announcements/queries.ts';
import { t } from '../../../platform/i18n.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ListSkeleton } from '../../../ui/page/skeleton.tsx';
import css from './notification-bell.module.css';

/** Neither is on the way to the conversations. */
const AnnouncementsPanel = lazyPart(async () => ({
  default: (await import('../../../features/team/announcements/announcements-panel.tsx')).AnnouncementsPanel,
}));
const OpenAnnouncement = lazyPart(async () => ({
  default: (await import('../../../features/team/announcements/open-announcement.tsx')).OpenAnnouncement,
}));

/** What operators announced, with the number of what the person has not read. Asked for once `enabled`. */
export function AnnouncementsButton({ enabled = true }: { enabled?: boolean }) {
  const [opened, setOpened] = useState(false);
  const [shown, setShown] = useState<ShownAnnouncement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { data, error, refetch } = useShownAnnouncements(enabled);
  const count = data?.filter((each) => !each.read).length ?? 0;
  const onOpen = (announcement: ShownAnnouncement) => {
    setOpened(false);
    // What the dialog gives the focus back to when it closes; the row is gone by then.
    button.current?.focus();
    setShown(announcement);
  };
  return (
    <>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" width={360} trapFocus returnFocus>
        <Popover.Target>
          <IconButton
            ref={button}
            label={count > 0 ? t('Informativos: {{count}} não lidos', { count }) : t('Informativos')}
            className={css.bell}
            onPointerEnter={AnnouncementsPanel.ahead}
            onFocus={AnnouncementsPanel.ahead}
            onClick={() => setOpened(!opened)}
          >
            <IconNews size={18} />
            {count > 0 && <span className={css.pip} aria-hidden data-count={count} />}
          </IconButton>
        </Popover.Target>
        <Popover.Dropdown p={0}>
          {opened && (
            <Suspense fallback={<ListSkeleton rows={3} rowHeight={72} label={t('Carregando os informativos')} />}>
              <AnnouncementsPanel announcements={data} error={error} retry={() => void refetch()} onOpen={onOpen} />
            </Suspense>
          )}
        </Popover.Dropdown>
      </Popover>
      {shown && (
        <Suspense>
          <OpenAnnouncement announcement={data?.find(({ id }) => id === shown.id) ?? shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
}
