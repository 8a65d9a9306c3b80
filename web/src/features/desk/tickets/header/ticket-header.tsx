import type { TicketView } from '@balcao/contract/tickets';
import { Button, Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconArrowsRightLeft,
  IconBellOff,
  IconBellPlus,
  IconCheck,
  IconDotsVertical,
  IconPlayerTrackNext,
  IconRobot,
  IconSearch,
  IconTrash,
  IconUserCircle,
} from '@tabler/icons-react';
import { usePresence } from '../../../../data/tickets/presence.ts';
import { useTyping } from '../../../../data/tickets/typing.ts';
import { runCommand, useCommand, useKeysOf } from '../../../../platform/commands.ts';
import { t } from '../../../../platform/i18n.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { LateMenu } from '../../../../ui/late-popup.tsx';
import { Avatar } from '../../../../ui/marks/avatar.tsx';
import { shortName, standingText, writingText } from '../ticket-text.ts';
import { AsideItems } from './aside-items.tsx';
import css from './ticket-header.module.css';
import { useFollow } from './use-follow.ts';

export type TicketHeaderProps = {
  ticket: TicketView;
  ownId: number;
  phone: boolean;
  /** The conversation below may be read, and so searched. */
  findable: boolean;
  /** Goes back to the list; null where the list is visible. */
  onBack: (() => void) | null;
  onReturn: () => void;
  onTransfer: () => void;
  onResolve: () => void;
  /** Resolves, and opens the conversation that has waited longest. */
  onResolveNext: () => void;
  /** Null for people who may not delete. */
  onDelete: (() => void) | null;
  /** Gives the conversation to an assistant; null where there is none. */
  onAssistant?: (() => void) | null;
  contactOpen: boolean;
  onContact: () => void;
};

/** The contact, the agent of the ticket, and the actions on it. */
export function TicketHeader({
  ticket,
  ownId,
  phone,
  findable,
  onBack,
  onReturn,
  onTransfer,
  onResolve,
  onResolveNext,
  onDelete,
  onAssistant = null,
  contactOpen,
  onContact,
}: TicketHeaderProps) {
  const closed = ticket.status === 'closed';
  const typing = useTyping(ticket.id);
  const colleagues = usePresence(ticket.id);
  const follow = useFollow(ticket.id, ownId);
  useCommand('ticket.follow', follow.on ? t('Deixar de seguir') : t('Seguir conversa'), follow.toggle);
  const keys = {
    find: useKeysOf('ticket.find'),
    back: useKeysOf('ticket.return'),
    pass: useKeysOf('ticket.transfer'),
    done: useKeysOf('ticket.resolve'),
    next: useKeysOf('ticket.resolveNext'),
    who: useKeysOf('ticket.contact'),
  };
  return (
    <header className={css.head}>
      {onBack && (
        <IconButton label={t('Voltar à lista')} onClick={onBack}>
          <IconArrowLeft size={18} />
        </IconButton>
      )}
      <Avatar name={ticket.contact.name} picture={ticket.contact.urlPicture} />
      <button type="button" className={css.who} onClick={onContact} title={t('Dados de {{name}}', { name: ticket.contact.name })}>
        <h2>
          {shortName(ticket.contact.name, phone)} <span className={css.number}>#{ticket.number}</span>
        </h2>
        {typing ? (
          <p className={css.typing} role="status">
            {writingText(typing)}
          </p>
        ) : (
          <p>{standingText(ticket, ownId)}</p>
        )}
      </button>
      <div className={css.actions}>
        {colleagues.length > 0 && (
          <span
            className={css.here}
            role="img"
            aria-label={t('Vendo agora: {{names}}', { names: colleagues.map(({ name }) => name).join(', ') })}
            title={t('Vendo agora: {{names}}', { names: colleagues.map(({ name }) => name).join(', ') })}
          >
            {colleagues.slice(0, 3).map(({ id, name }) => (
              <Avatar key={id} name={name} size="sm" />
            ))}
          </span>
        )}
        {findable && !phone && (
          <IconButton label={t('Buscar nesta conversa')} keys={keys.find} onClick={() => runCommand('ticket.find')}>
            <IconSearch size={18} />
          </IconButton>
        )}
        {ticket.status === 'open' && !phone && (
          <IconButton label={t('Devolver para a fila')} keys={keys.back} onClick={onReturn}>
            <IconArrowBackUp size={18} />
          </IconButton>
        )}
        {!phone && (
          <IconButton label={t('Transferir')} keys={keys.pass} onClick={onTransfer}>
            <IconArrowsRightLeft size={18} />
          </IconButton>
        )}
        {!closed && (
          <Button
            className={css.resolve}
            leftSection={<IconCheck size={18} />}
            title={keys.done}
            aria-label={t('Resolver')}
            onClick={onResolve}
          >
            {phone ? null : t('Resolver')}
          </Button>
        )}
        <IconButton label={t('Dados do contato')} keys={keys.who} pressed={contactOpen} onClick={onContact}>
          <IconUserCircle size={18} />
        </IconButton>
        {/* Opened for one conversation, it does not stand over another. */}
        <MoreActions
          key={ticket.id}
          ticket={ticket}
          phone={phone}
          findable={findable}
          follow={follow}
          nextKeys={keys.next}
          onReturn={onReturn}
          onTransfer={onTransfer}
          onResolveNext={onResolveNext}
          onDelete={onDelete}
          onAssistant={onAssistant}
        />
      </div>
    </header>
  );
}

type MoreActionsProps = Required<
  Pick<TicketHeaderProps, 'ticket' | 'phone' | 'findable' | 'onReturn' | 'onTransfer' | 'onResolveNext' | 'onDelete' | 'onAssistant'>
> & { follow: ReturnType<typeof useFollow>; nextKeys: string | undefined };

/** What is done less often, and on phones what has no room in the header. */
function MoreActions(props: MoreActionsProps) {
  const { ticket, phone, findable, follow, nextKeys, onReturn, onTransfer, onResolveNext, onDelete, onAssistant } = props;
  const closed = ticket.status === 'closed';
  return (
    <LateMenu
      button={(given) => (
        <IconButton label={t('Mais ações')} {...given}>
          <IconDotsVertical size={18} />
        </IconButton>
      )}
    >
      {!closed && (
        <Menu.Item
          leftSection={<IconPlayerTrackNext size={18} />}
          rightSection={!phone && nextKeys && <small>{nextKeys}</small>}
          onClick={onResolveNext}
        >
          {t('Resolver e abrir a próxima')}
        </Menu.Item>
      )}
      <AsideItems phone={phone} />
      <Menu.Item leftSection={follow.on ? <IconBellOff size={18} /> : <IconBellPlus size={18} />} onClick={follow.toggle}>
        {follow.on ? t('Deixar de seguir') : t('Seguir conversa')}
      </Menu.Item>
      {findable && phone && (
        <Menu.Item leftSection={<IconSearch size={18} />} onClick={() => runCommand('ticket.find')}>
          {t('Buscar nesta conversa')}
        </Menu.Item>
      )}
      {phone && ticket.status === 'open' && (
        <Menu.Item leftSection={<IconArrowBackUp size={18} />} onClick={onReturn}>
          {t('Devolver para a fila')}
        </Menu.Item>
      )}
      {phone && (
        <Menu.Item leftSection={<IconArrowsRightLeft size={18} />} onClick={onTransfer}>
          {t('Transferir')}
        </Menu.Item>
      )}
      {onAssistant && (
        <Menu.Item leftSection={<IconRobot size={18} />} onClick={onAssistant}>
          {t('Passar para um assistente')}
        </Menu.Item>
      )}
      {onDelete && (
        <Menu.Item leftSection={<IconTrash size={18} />} data-danger onClick={onDelete}>
          {t('Excluir atendimento')}
        </Menu.Item>
      )}
    </LateMenu>
  );
}
