import { IconArrowBackUp, IconArrowsRightLeft, IconCheck, IconDots, IconEye, IconRefresh } from '@tabler/icons-react';
import { t } from '../../../../../platform/i18n.ts';
import { type MenuAction, RowMenu } from '../../../../../ui/list/row-menu.tsx';
import type { RowButtonsProps } from './row-buttons.tsx';

/** What a pointer finds as buttons of the row. */
export function TouchMenu({ ticket, onResolve, onReopen, onReturn, onTransfer, onPeek, onMenu }: RowButtonsProps) {
  const actions: MenuAction[] = [];
  if (onPeek) actions.push({ label: t('Espiar'), icon: <IconEye size={18} />, onClick: () => onPeek(ticket) });
  if (ticket.status !== 'closed')
    actions.push({ label: t('Transferir'), icon: <IconArrowsRightLeft size={18} />, onClick: () => onTransfer(ticket) });
  if (ticket.status === 'open')
    actions.push({ label: t('Devolver para a fila'), icon: <IconArrowBackUp size={18} />, onClick: () => onReturn(ticket) });
  if (ticket.status === 'closed') actions.push({ label: t('Reabrir'), icon: <IconRefresh size={18} />, onClick: () => onReopen(ticket) });
  else actions.push({ label: t('Resolver'), icon: <IconCheck size={18} />, onClick: () => onResolve(ticket) });
  if (onMenu) {
    const middle = { x: window.innerWidth / 2, y: window.innerHeight / 3 };
    actions.push({ label: t('Adiar, fixar e mais…'), icon: <IconDots size={18} />, onClick: () => onMenu(ticket, middle) });
  }
  return <RowMenu label={t('Ações de {{name}}', { name: ticket.contact.name })} actions={actions} />;
}
