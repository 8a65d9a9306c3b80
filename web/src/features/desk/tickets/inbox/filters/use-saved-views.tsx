import { commandIds } from '@balcao/contract/command-rules';
import type { TicketListView } from '@balcao/contract/ticket-views';
import { IconBookmarks } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTicketViews, useViewCounts } from '../../../../../data/ticket-views/queries.ts';
import { useCommand, useCommands } from '../../../../../platform/commands.ts';
import { t } from '../../../../../platform/i18n.ts';
import { lazyPart } from '../../../../../platform/lazy-part.ts';
import { IconButton } from '../../../../../ui/icon-button.tsx';
import { type ListProps, plain, savedOf, searchOf, shownOf } from '../inbox-view.ts';

const ViewsMenu = lazyPart(async () => ({ default: (await import('./views-menu.tsx')).ViewsMenu }));

const viewKeys = commandIds.filter((id) => id.startsWith('inbox.view'));

export type SavedViews = {
  /** Undefined while they load. */
  views: readonly TicketListView[] | undefined;
  counts: ReadonlyMap<number, number | null>;
  isShown: (saved: TicketListView) => boolean;
  /** Shows one; all of the list again, if it is shown already. */
  show: (saved: TicketListView) => void;
  /** The dialog of the views is open. */
  open: boolean;
  /** Opens that dialog. */
  button: ReactNode;
};

/** The saved views of a list, as commands too. */
export function useSavedViews({ view, mayShowAll, onChange }: ListProps): SavedViews {
  const views = useTicketViews();
  const [open, setOpen] = useState(false);
  const counts = useViewCounts(views !== undefined && views.length > 0);
  const shown = searchOf(view, mayShowAll).toString();
  const isShown = (saved: TicketListView) => searchOf(shownOf(saved.filter), mayShowAll).toString() === shown;
  const show = (saved: TicketListView) => onChange(isShown(saved) ? { ...plain, tab: view.tab } : shownOf(saved.filter));
  useCommand('inbox.views', t('Visões salvas'), () => setOpen(true));
  useCommands(
    (views ?? []).slice(0, viewKeys.length).map((saved, at) => ({
      id: viewKeys[at] ?? 'inbox.view1',
      label: t('Visão: {{name}}', { name: saved.name }),
      run: () => show(saved),
    })),
  );
  const button = (
    <>
      <IconButton label={t('Visões salvas')} size="sm" aria-expanded={open} onClick={() => setOpen(true)}>
        <IconBookmarks size={17} />
      </IconButton>
      {open && (
        <Suspense>
          <ViewsMenu
            views={views ?? []}
            counts={counts}
            current={savedOf(view)}
            isShown={isShown}
            onShow={show}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
  return { views, counts, isShown, show, open, button };
}
