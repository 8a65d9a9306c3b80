import { useCommand } from '../../../../../platform/commands.ts';
import { t } from '../../../../../platform/i18n.ts';
import { chipsOff, type InboxView } from '../inbox-view.ts';

/** The tabs, parts and switches of the list, as commands. */
export function useListCommands(view: InboxView, mayShowAll: boolean, onChange: (change: Partial<InboxView>) => void): void {
  const open = view.tab === 'open';
  const show = (change: Pick<InboxView, 'tab' | 'waiting'>) => () => onChange({ ...chipsOff, order: null, ...change });
  useCommand('inbox.attending', t('Mostrar conversas em atendimento'), show({ tab: 'open', waiting: false }), !open || view.waiting);
  useCommand('inbox.waiting', t('Mostrar conversas aguardando'), show({ tab: 'open', waiting: true }), !open || !view.waiting);
  useCommand('inbox.closed', t('Mostrar conversas resolvidas'), show({ tab: 'closed', waiting: false }), view.tab !== 'closed');
  useCommand(
    'inbox.unread',
    view.unread ? t('Mostrar também as lidas') : t('Mostrar só as não lidas'),
    () => onChange({ unread: !view.unread }),
    open,
  );
  useCommand(
    'inbox.showAll',
    view.showAll ? t('Mostrar só as minhas conversas') : t('Mostrar conversas de todos'),
    () => onChange({ showAll: !view.showAll }),
    open && !view.waiting && mayShowAll,
  );
}
