import { IconFilterOff, IconPaperclip } from '@tabler/icons-react';
import { useTagChoices } from '../../../../../data/tags/queries.ts';
import { useColleagues } from '../../../../../data/users/queries.ts';
import { useCommand } from '../../../../../platform/commands.ts';
import { t } from '../../../../../platform/i18n.ts';
import { IconButton } from '../../../../../ui/icon-button.tsx';
import chips from '../filters/list-chips.module.css';
import { OrderMenu } from '../filters/order-menu.tsx';
import { TicketPickers } from '../filters/ticket-pickers.tsx';
import { useListCommands } from '../filters/use-list-commands.ts';
import { useSavedViews } from '../filters/use-saved-views.tsx';
import { isNarrowed, type ListProps, searchOff } from '../inbox-view.ts';
import css from '../ticket-pane.module.css';
import { PeriodPicker } from './period-picker.tsx';
import own from './search.module.css';

export type SearchFiltersProps = ListProps & {
  /** How many conversations were found; undefined while nobody searches, null while it is on its way. */
  found: number | null | undefined;
  /** Those are the newest of more. */
  newestOnly: boolean;
};

/** What narrows a search, in one row; below it what was found, and in which order. */
export function SearchFilters({ view, mayShowAll, onChange, found, newestOnly }: SearchFiltersProps) {
  useCommand('inbox.search', t('Buscar em todas as conversas'), () =>
    document.querySelector<HTMLInputElement>('input[type="search"]')?.select(),
  );
  useListCommands(view, mayShowAll, onChange);
  const saved = useSavedViews({ view, mayShowAll, onChange });
  const { data: users = [] } = useColleagues(mayShowAll);
  const { data: tags = [] } = useTagChoices(true);
  return (
    <>
      <fieldset className={chips.chips} data-search aria-label={t('Filtros da busca')}>
        <div className={chips.scroll}>
          <TicketPickers chosen={view} onChange={onChange} tags={tags} users={mayShowAll ? users : null} chip />
          <PeriodPicker from={view.from} to={view.to} onChange={onChange} />
          <button
            type="button"
            className={chips.chip}
            aria-pressed={view.hasFile}
            aria-label={t('Com arquivo')}
            title={t('Com arquivo')}
            onClick={() => onChange({ hasFile: !view.hasFile })}
          >
            <IconPaperclip size={14} aria-hidden />
          </button>
        </div>
        {isNarrowed(view) && (
          <IconButton label={t('Limpar os filtros')} size="sm" onClick={() => onChange(searchOff)}>
            <IconFilterOff size={17} />
          </IconButton>
        )}
      </fieldset>
      <div className={css.tools}>
        <span
          className={own.found}
          role="status"
          title={found && newestOnly ? t('Mais palavras alcançam também as mais antigas.') : undefined}
        >
          {found === null && t('Buscando…')}
          {!!found && (newestOnly ? t('{{count}} mais recentes', { count: found }) : t('{{count}} conversas', { count: found }))}
        </span>
        <span className={`${css.end} ${own.order}`}>
          <OrderMenu view={view} onChange={onChange} />
        </span>
        {saved.button}
      </div>
    </>
  );
}
