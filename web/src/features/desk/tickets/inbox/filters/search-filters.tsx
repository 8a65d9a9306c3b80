import { TextInput } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useCommand } from '../../../../../platform/commands.ts';
import { t } from '../../../../../platform/i18n.ts';
import type { InboxView } from '../inbox-view.ts';
import css from '../ticket-pane.module.css';
import own from './search-filters.module.css';
import { useListCommands } from './use-list-commands.ts';

/** Whether the conversation has a file, and the period of a search. */
export function SearchFilters({
  view,
  mayShowAll,
  onChange,
}: {
  view: InboxView;
  mayShowAll: boolean;
  onChange: (change: Partial<InboxView>) => void;
}) {
  useCommand('inbox.search', t('Buscar em todas as conversas'), () =>
    document.querySelector<HTMLInputElement>('input[type="search"]')?.focus(),
  );
  useListCommands(view, mayShowAll, onChange);
  const days = [
    { of: 'from', label: t('De'), max: view.to || undefined },
    { of: 'to', label: t('Até'), min: view.from || undefined },
  ] as const;
  return (
    <div className={css.tools} data-wraps>
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
      {days.map(({ of, label, ...limits }) => (
        <TextInput
          key={of}
          className={own.day ?? ''}
          type="date"
          size="xs"
          aria-label={label}
          leftSection={label}
          leftSectionWidth={36}
          value={view[of]}
          {...limits}
          onChange={(event) => onChange({ [of]: event.currentTarget.value })}
        />
      ))}
    </div>
  );
}
