import { Popover } from '@mantine/core';
import { IconAt } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { usePings } from '../../../data/pings/queries.ts';
import { t } from '../../../platform/i18n.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { holdToastsWithPath } from '../../../platform/toast.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ListSkeleton } from '../../../ui/page/skeleton.tsx';
import css from './notification-bell.module.css';

const ForMeList = lazyPart(async () => ({ default: (await import('./for-me-list.tsx')).ForMeList }));

/** What asks for the person: mentions, transfers, conversations they follow. It is asked for once `enabled`. */
export function ForMeButton({ enabled }: { enabled: boolean }) {
  const [opened, setOpened] = useState(false);
  const { data: pings, error, refetch } = usePings(enabled);
  useEffect(() => (opened ? holdToastsWithPath() : undefined), [opened]);
  const count = pings?.filter(({ seenAt }) => seenAt === null).length ?? 0;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={360} trapFocus>
      <Popover.Target>
        <IconButton
          label={count > 0 ? t('Para mim: {{count}} não vistos', { count }) : t('Para mim')}
          className={css.bell}
          onPointerEnter={ForMeList.ahead}
          onFocus={ForMeList.ahead}
          onClick={() => setOpened(!opened)}
        >
          <IconAt size={18} />
          {count > 0 && <span className={css.pip} aria-hidden data-count={count > 99 ? '99+' : count} />}
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        {opened && (
          <Suspense fallback={<ListSkeleton rows={3} rowHeight={64} label={t('Carregando o que é para você')} />}>
            <ForMeList pings={pings} error={error} retry={() => void refetch()} onFollow={() => setOpened(false)} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
