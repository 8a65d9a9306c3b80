import { Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useContacts } from '../../../data/contacts/queries.ts';
import { useTicketList } from '../../../data/tickets/queries.ts';
import { lastMessageText } from '../../../features/desk/tickets/ticket-text.ts';
import { formatPhone } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { useDebounced } from '../../../platform/use-debounced.ts';
import { useFocusReturn } from '../../../ui/dialog/focus-return.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Kbd } from '../../../ui/text/kbd.tsx';
import type { MenuGroup } from './menu-items.ts';
import css from './palette.module.css';

type Hit = { id: string; to: string; icon: ReactNode; label: string; detail?: string };
type HitGroup = { title: string; hits: Hit[] };

const searchFrom = 3;

/** The command palette. It finds pages at once, conversations and contacts from three letters on. */
export function Palette({ groups, onClose }: { groups: readonly MenuGroup[]; onClose: () => void }) {
  useFocusReturn();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { found, searching } = useHits(groups, text.trim());
  const hits = found.flatMap((group) => group.hits);
  const current = hits[Math.min(at, hits.length - 1)];
  const follow = (hit: Hit) => {
    onClose();
    void navigate(hit.to);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      const next = (Math.min(at, hits.length - 1) + step + hits.length) % hits.length;
      setAt(next);
      document.getElementById(`${id}-${hits[next]?.id}`)?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter' && current) {
      event.preventDefault();
      follow(current);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={560}
      centered={false}
      yOffset="12dvh"
      attributes={{ content: { 'aria-label': t('Buscar ou ir para') } }}
    >
      <div className={css.field}>
        <IconSearch size={18} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? `${id}-${current.id}` : undefined}
          aria-label={t('Buscar ou ir para')}
          placeholder={t('Página, contato, número ou conversa')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKey}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t('Resultados')} className={css.list}>
        {found.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <p className={css.title} aria-hidden>
              {group.title}
            </p>
            {group.hits.map((hit) => (
              <button
                key={hit.id}
                id={`${id}-${hit.id}`}
                type="button"
                role="option"
                aria-selected={hit === current}
                tabIndex={-1}
                className={css.hit}
                onClick={() => follow(hit)}
                onMouseMove={() => setAt(hits.indexOf(hit))}
              >
                <span className={css.icon}>{hit.icon}</span>
                <span className={css.label}>{hit.label}</span>
                {hit.detail && <span className={css.detail}>{hit.detail}</span>}
              </button>
            ))}
          </div>
        ))}
        {hits.length === 0 && (
          <p className={css.none}>
            {searching ? t('Buscando…') : t('Nada encontrado. Confira as letras ou busque por outra parte do nome.')}
          </p>
        )}
      </div>
      <div className={css.foot} aria-hidden>
        <Kbd keys="↑" /> <Kbd keys="↓" /> {t('escolher')} <Kbd keys="Enter" /> {t('abrir')} <Kbd keys="Esc" /> {t('fechar')}
      </div>
    </Modal>
  );
}

function useHits(groups: readonly MenuGroup[], text: string): { found: HitGroup[]; searching: boolean } {
  const rested = useDebounced(text, 250);
  const enabled = rested.length >= searchFrom;
  const tickets = useTicketList({ searchParam: rested.toLowerCase(), showAll: true }, enabled);
  const contacts = useContacts({ searchParam: rested.toLowerCase() }, { enabled });
  const pages = groups
    .flatMap((group) => group.items)
    .filter((item) => plain(item.label).includes(plain(text)))
    .map(({ to, label, icon: Icon }): Hit => ({ id: to.slice(1), to, label, icon: <Icon size={18} /> }));
  const ticketHits = (enabled ? (tickets.rows ?? []) : []).slice(0, 6).map(
    (ticket): Hit => ({
      id: `t${ticket.id}`,
      to: `/tickets/${ticket.uuid}`,
      label: `${ticket.contact.name} #${ticket.number}`,
      detail: lastMessageText(ticket),
      icon: <Avatar name={ticket.contact.name} picture={ticket.contact.urlPicture} size="sm" />,
    }),
  );
  const contactHits = (enabled ? (contacts.rows ?? []) : []).slice(0, 6).map(
    (contact): Hit => ({
      id: `c${contact.id}`,
      to: `/contacts?searchParam=${encodeURIComponent(contact.name)}`,
      label: contact.name,
      detail: contact.number ? formatPhone(contact.number) : t('Número oculto'),
      icon: <Avatar name={contact.name} picture={contact.urlPicture} size="sm" />,
    }),
  );
  const found = [
    { title: t('Ir para'), hits: pages },
    { title: t('Conversas'), hits: ticketHits },
    { title: t('Contatos'), hits: contactHits },
  ].filter((group) => group.hits.length > 0);
  return { found, searching: tickets.loading || contacts.loading || (text !== rested && text.length >= searchFrom) };
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
