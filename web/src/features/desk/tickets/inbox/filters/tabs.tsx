import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../../../platform/format.ts';
import { t } from '../../../../../platform/i18n.ts';
import { CountBadge } from '../../../../../ui/marks/status-chip.tsx';
import type { InboxTab, InboxView } from '../inbox-view.ts';
import css from '../ticket-pane.module.css';

type TabsProps = {
  view: InboxView;
  counts: { open: number; pending: number; closed: number } | undefined;
  /** How many tickets the search found; undefined while there is none. */
  found: number | undefined;
  onTab: (tab: InboxTab) => void;
  onNew: () => void;
};

/** The lists of the inbox with how much stands in each, and the button for a new ticket. */
export function Tabs({ view, counts, found, onTab, onNew }: TabsProps) {
  const tabs: { tab: InboxTab; label: string; count?: number | undefined }[] = [
    { tab: 'open', label: t('Abertas'), count: counts && counts.open + counts.pending },
    { tab: 'closed', label: t('Resolvidos'), count: counts?.closed },
    { tab: 'search', label: t('Busca'), count: found },
  ];
  return (
    <div className={css.bar}>
      <nav className={css.tabs} aria-label={t('Listas')}>
        {tabs.map(({ tab, label, count }) => (
          <button key={tab} type="button" aria-current={view.tab === tab ? 'page' : undefined} onClick={() => onTab(tab)}>
            {label}
            {count !== undefined && <span className={css.quiet}>{formatNumber(count)}</span>}
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
