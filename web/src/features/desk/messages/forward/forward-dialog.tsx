import type { MessageView } from '@balcao/contract/messages';
import type { TicketView } from '@balcao/contract/tickets';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useContacts } from '../../../../data/contacts/queries.ts';
import { useTicketList } from '../../../../data/tickets/queries.ts';
import { formatPhone } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { newIdempotencyKey } from '../../../../platform/random.ts';
import { toastSuccess } from '../../../../platform/toast.ts';
import { useDebounced } from '../../../../platform/use-debounced.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { Avatar } from '../../../../ui/marks/avatar.tsx';
import { Skeleton } from '../../../../ui/page/skeleton.tsx';
import { briefOf } from '../bubble/message-text.ts';
import { forwardTo, type Outcome, type Target } from './forward.ts';
import css from './forward-dialog.module.css';

export type ForwardDialogProps = { ticket: TicketView; messages: readonly MessageView[]; onClose: () => void; onDone: () => void };

const targetsMax = 10;
const contactSearchMin = 3;

/** Chooses open conversations and contacts to whom copies of messages go. */
export function ForwardDialog({ ticket, messages, onClose, onDone }: ForwardDialogProps) {
  const cache = useQueryClient();
  const [text, setText] = useState('');
  const [targets, setTargets] = useState<readonly Target[]>([]);
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [done, setDone] = useState<number | null>(null);
  const search = useDebounced(text.trim().toLowerCase(), 300);
  const tickets = useTicketList({ status: 'open', showAll: true, searchParam: search });
  const withContacts = search.length >= contactSearchMin;
  const contacts = useContacts({ searchParam: search }, { enabled: withContacts, keepPrevious: true });
  const open = (tickets.rows ?? []).filter(({ id, contact }) => id !== ticket.id && !contact.blocked);
  const inTickets = new Set(open.map(({ contactId }) => contactId));
  const others = withContacts
    ? (contacts.rows ?? []).filter(({ id, blocked, isGroup }) => !inTickets.has(id) && !blocked && !isGroup && id !== ticket.contactId)
    : [];
  const isChosen = (kind: Target['kind'], id: number) => targets.some((target) => target.kind === kind && target.id === id);
  const toggle = (kind: Target['kind'], id: number, name: string) =>
    setTargets((before) =>
      isChosen(kind, id)
        ? before.filter((target) => target.kind !== kind || target.id !== id)
        : [...before, { kind, id, name, key: newIdempotencyKey() }].slice(0, targetsMax),
    );
  const problems = outcomes.filter(({ problem }) => problem !== null);
  const send = async () => {
    setDone(0);
    setOutcomes([]);
    const told = await forwardTo(cache, ticket, messages, targets, setDone);
    setDone(null);
    const failed = told.filter(({ problem }) => problem !== null);
    if (failed.length < told.length) toastSuccess(t('Encaminhado para {{count}} conversas', { count: told.length - failed.length }));
    if (failed.length === 0) return onDone();
    setOutcomes(told);
    setTargets(failed.map(({ target }) => target));
  };
  const full = targets.length >= targetsMax;
  const first = messages[0];
  return (
    <Dialog
      opened
      onClose={onClose}
      title={messages.length === 1 ? t('Encaminhar mensagem') : t('Encaminhar {{count}} mensagens', { count: messages.length })}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {t('Cancelar')}
          </Button>
          <Button disabled={targets.length === 0} loading={done !== null} onClick={() => void send()}>
            {targets.length === 0 ? t('Encaminhar') : t('Encaminhar para {{count}} conversas', { count: targets.length })}
          </Button>
        </>
      }
    >
      {first && <p className={css.what}>{briefOf(first)}</p>}
      <TextInput
        type="search"
        label={t('Para quem')}
        description={t('Conversas abertas; contatos a partir de 3 letras. No máximo 10.')}
        leftSection={<IconSearch size={16} />}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {problems.length > 0 && (
        <ul className={css.problems} role="alert">
          {problems.map(({ target, problem }) => (
            <li key={target.key}>
              <b>{target.name}</b>: {problem}
            </li>
          ))}
        </ul>
      )}
      <div className={css.list} role="group" aria-label={t('Para quem')}>
        {!tickets.rows && <Skeleton width="80%" />}
        {open.map(({ id, number, contact, user, queue }) => (
          <Choice
            key={`t${id}`}
            name={contact.name}
            picture={contact.urlPicture}
            about={[`#${number}`, user?.name, queue?.name].filter(Boolean).join(' · ')}
            checked={isChosen('ticket', id)}
            disabled={full && !isChosen('ticket', id)}
            onToggle={() => toggle('ticket', id, contact.name)}
          />
        ))}
        {others.length > 0 && <h3 className={css.title}>{t('Contatos')}</h3>}
        {others.map(({ id, name, number, urlPicture }) => (
          <Choice
            key={`c${id}`}
            name={name}
            picture={urlPicture}
            about={number ? formatPhone(number) : t('Número oculto')}
            checked={isChosen('contact', id)}
            disabled={full && !isChosen('contact', id)}
            onToggle={() => toggle('contact', id, name)}
          />
        ))}
        {tickets.rows && open.length + others.length === 0 && (
          <p className={css.none}>{search === '' ? t('Nenhuma outra conversa aberta. Busque um contato.') : t('Nada encontrado')}</p>
        )}
      </div>
    </Dialog>
  );
}

type ChoiceProps = { name: string; picture: string; about: string; checked: boolean; disabled: boolean; onToggle: () => void };

function Choice({ name, picture, about, checked, disabled, onToggle }: ChoiceProps) {
  return (
    <Checkbox
      className={css.choice}
      checked={checked}
      disabled={disabled}
      onChange={onToggle}
      label={
        <span className={css.who}>
          <Avatar name={name} picture={picture} size="sm" />
          <span className={css.two}>
            <b>{name}</b>
            <span>{about}</span>
          </span>
        </span>
      }
    />
  );
}
