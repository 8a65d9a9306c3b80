import { TextInput } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useCommand } from '../../../../../platform/commands.ts';
import { t } from '../../../../../platform/i18n.ts';
import type { InboxView } from '../inbox-view.ts';
import css from '../ticket-pane.module.css';
import own from './search-filters.module.css';

/** The period of a search, and whether the conversation has a file. */
export function SearchFilters({ view, onChange }: { view: InboxView; onChange: (change: Partial<InboxView>) => void }) {
  useCommand('inbox.search', t('Buscar em todas as conversas'), () =>
    document.querySelector<HTMLInputElement>('input[type="search"]')?.focus(),
  );
  return (
    <div className={css.tools} data-wraps>
      <TextInput
        className={own.day ?? ''}
        type="date"
        size="xs"
        aria-label={t('De')}
        value={view.from}
        max={view.to || undefined}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        className={own.day ?? ''}
        type="date"
        size="xs"
        aria-label={t('Até')}
        value={view.to}
        min={view.from || undefined}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
      <button
        type="button"
        className={css.pick}
        aria-pressed={view.hasFile}
        data-on={view.hasFile || undefined}
        onClick={() => onChange({ hasFile: !view.hasFile })}
      >
        <IconPaperclip size={14} aria-hidden />
        <span>{t('Com arquivo')}</span>
      </button>
    </div>
  );
}
