import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { formatNumber } from '../../../../../platform/format.ts';
import { t } from '../../../../../platform/i18n.ts';
import { useStored } from '../../../../../platform/storage.ts';
import { CountBadge } from '../../../../../ui/marks/status-chip.tsx';
import type { InboxTab, InboxView } from '../inbox-view.ts';
import css from '../ticket-pane.module.css';
import { RoomForCount } from './plain-chips.tsx';

type TabsProps = {
  view: InboxView;
  counts: { open: number; pending: number; closed: number } | undefined;
  /** How many tickets the search found; undefined while there is none. */
  found: number | undefined;
  /** There may be more than that. */
  newestOnly: boolean;
  onTab: (tab: InboxTab) => void;
  onNew: () => void;
};

/** The lists of the inbox with how much stands in each, and the button for a new ticket. */
export function Tabs({ view, counts, found, newestOnly, onTab, onNew }: TabsProps) {
  const [digits, keepDigits] = useStored('tab-digits', '2 2');
  const now = counts && [counts.open + counts.pending, counts.closed].map((count) => formatNumber(count).length).join(' ');
  useEffect(() => {
    if (now !== undefined && now !== digits) keepDigits(now);
  });
  const [openDigits, closedDigits] = digits.split(' ').map(Number);
  const tabs: { tab: InboxTab; label: string; count?: number | undefined; digits?: number | undefined }[] = [
    { tab: 'open', label: t('Abertas'), count: counts && counts.open + counts.pending, digits: openDigits },
    { tab: 'closed', label: t('Resolvidos'), count: counts?.closed, digits: closedDigits },
    { tab: 'search', label: t('Busca'), count: found },
  ];
  return (
    <div className={css.bar}>
      <nav className={css.tabs} aria-label={t('Listas')}>
        {tabs.map(({ tab, label, count, digits }) => (
          <button key={tab} type="button" aria-current={view.tab === tab ? 'page' : undefined} onClick={() => onTab(tab)}>
            {label}
            {count !== undefined ? (
              <span className={css.quiet}>{`${formatNumber(count)}${tab === 'search' && newestOnly ? '+' : ''}`}</span>
            ) : (
              <RoomForCount digits={digits ?? 0} />
            )}
          </button>
        ))}
      </nav>
      <Button
        className={css.new}
        variant="light"
        size="sm"
        leftSection={<IconPlus size={16} />}
        title="Alt N"
        aria-label={t('Novo atendimento')}
        onClick={onNew}
      >
        <b>{t('Novo')}</b>
      </Button>
    </div>
  );
}

/** One half of an open list: those being attended, or those waiting. */
export function Segment({
  on,
  count,
  quiet = false,
  onClick,
  children,
}: {
  on: boolean;
  count: number | undefined;
  quiet?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" aria-pressed={on} onClick={onClick}>
      {children}
      {count !== undefined && <CountBadge count={count} quiet={quiet || count === 0} max={999} />}
    </button>
  );
}
