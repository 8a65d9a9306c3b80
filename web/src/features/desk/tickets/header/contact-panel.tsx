import type { ContactDetail } from '@balcao/contract/contacts';
import type { PanelSection } from '@balcao/contract/panel-order';
import type { TicketView } from '@balcao/contract/tickets';
import { Button } from '@mantine/core';
import { IconAt, IconBrandWhatsapp, IconEyeOff, IconPencil, IconPhone, IconUsers, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useContact } from '../../../../data/contacts/queries.ts';
import { useTicketsOfContact } from '../../../../data/tickets/queries.ts';
import { useKeysOf } from '../../../../platform/commands.ts';
import { errorText } from '../../../../platform/errors.ts';
import { formatDate, formatDateTime, formatPhone } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { useUser } from '../../../../platform/session.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Avatar } from '../../../../ui/marks/avatar.tsx';
import { Dot, Mark } from '../../../../ui/marks/mark.tsx';
import { ErrorState } from '../../../../ui/page/error-state.tsx';
import { type MovableSection, MovableSections } from '../../../../ui/page/movable-sections.tsx';
import { Section } from '../../../../ui/page/section.tsx';
import { Skeleton } from '../../../../ui/page/skeleton.tsx';
import css from './contact-panel.module.css';
import { useOrderPanel } from './use-panel-order.ts';

export type ContactPanelProps = {
  ticket: TicketView;
  onClose: () => void;
  onEdit: (contact: ContactDetail) => void;
  onOpenTicket: (ticket: TicketView) => void;
  /** Shown below the name, given by the page. */
  notice?: ReactNode;
  /** More to do with the contact, beside the name. */
  more?: ReactNode;
  /** More sections, given by the page. */
  sections: Readonly<Record<'about' | 'media' | 'tags' | 'consent' | 'notes', ReactNode>>;
};

/** Who the contact is, how they reached us, and their earlier tickets. */
export function ContactPanel({ ticket, onClose, onEdit, onOpenTicket, notice, more, sections }: ContactPanelProps) {
  const { data: contact, error, refetch } = useContact(ticket.contactId);
  const { name, urlPicture } = contact ?? ticket.contact;
  const { panelOrder } = useUser();
  const orderPanel = useOrderPanel();
  const closeKeys = useKeysOf('ticket.contact');
  const panel: MovableSection<PanelSection>[] = [
    { id: 'identities', title: t('Identidades'), content: <Identities contact={contact} /> },
    { id: 'tags', title: t('Tags'), content: sections.tags },
    { id: 'consent', title: t('Permissões'), content: sections.consent },
    { id: 'about', title: t('Dados'), content: sections.about },
    { id: 'media', title: t('Mídia'), content: sections.media },
    { id: 'notes', title: t('Notas'), content: sections.notes },
    { id: 'ticket', title: t('Atendimento'), content: <TicketData ticket={ticket} /> },
    {
      id: 'earlier',
      title: t('Outros atendimentos'),
      content: <EarlierTickets ticket={ticket} onOpenTicket={onOpenTicket} />,
    },
  ];
  return (
    <aside className={css.panel} aria-label={t('Dados do contato')}>
      <div className={css.top}>
        <div className={css.person}>
          <Avatar name={name} picture={urlPicture} size="lg" />
          <h2>{name}</h2>
          <span className={css.more}>{more}</span>
          <IconButton label={t('Fechar dados do contato')} keys={closeKeys} size="sm" onClick={onClose}>
            <IconX size={18} />
          </IconButton>
          {/* The line is there before the date, so that nothing moves. */}
          <p>{contact ? t('Cliente desde {{date}}', { date: formatDate(contact.createdAt) }) : '\u00a0'}</p>
        </div>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPencil size={16} />}
          disabled={!contact}
          onClick={() => contact && onEdit(contact)}
        >
          {t('Editar')}
        </Button>
        {notice}
      </div>
      <div className={css.scroll}>
        {error && !contact ? (
          <ErrorState title={t('Não foi possível carregar o contato')} text={errorText(error)} onRetry={() => void refetch()} />
        ) : (
          // Drawn before the contact is there, so that all sections ask for what they show at the same time.
          <MovableSections
            order={panelOrder.sections}
            onOrder={(order) => orderPanel.mutate({ sections: order })}
            sections={panel.filter(({ content }) => content)}
          />
        )}
      </div>
    </aside>
  );
}

function Identities({ contact }: { contact: ContactDetail | undefined }) {
  return (
    <Section title={t('Identidades')} remember="contact-identities">
      {contact ? (
        <IdentityList contact={contact} />
      ) : (
        <div role="status" aria-label={t('Carregando o contato')}>
          <Skeleton width="70%" height="var(--h-sm)" />
        </div>
      )}
    </Section>
  );
}

function IdentityList({ contact }: { contact: ContactDetail }) {
  const number = contact.number;
  // A phone may be known both as a number and as an address; show it once. Say that the number is hidden only if none is known.
  const shown = new Set([number]);
  const isPhone = ({ kind }: ContactDetail['identities'][number]) => kind === 'phone' || kind === 'wa_pn';
  const isHidden = ({ kind }: ContactDetail['identities'][number]) => kind === 'wa_lid' || kind === 'wa_bsuid';
  const hidden = number === '' ? contact.identities.find(isHidden) : undefined;
  const others = contact.identities.filter((one) =>
    isPhone(one) ? !shown.has(one.value) && shown.add(one.value) : !isHidden(one) || one === hidden,
  );
  return (
    <ul className={css.identities}>
      {number && (
        <li>
          <IconBrandWhatsapp size={18} aria-hidden />
          <span className={css.value}>{contact.isGroup ? t('Grupo') : formatPhone(number)}</span>
          {!contact.isGroup && <CopyButton text={number} label={t('Copiar número')} />}
        </li>
      )}
      {others.map((identity) => (
        <Identity key={`${identity.kind} ${identity.value}`} {...identity} />
      ))}
    </ul>
  );
}

function Identity({ kind, value }: ContactDetail['identities'][number]) {
  switch (kind) {
    case 'phone':
    case 'wa_pn':
      return (
        <li>
          <IconPhone size={18} aria-hidden />
          <span className={css.value}>{formatPhone(value)}</span>
          <CopyButton text={value} label={t('Copiar número')} />
        </li>
      );
    case 'username':
      return (
        <li>
          <IconAt size={18} aria-hidden />
          <span className={css.value}>{value}</span>
          <span className={css.kind}>{t('usuário')}</span>
        </li>
      );
    case 'group':
      return (
        <li>
          <IconUsers size={18} aria-hidden />
          <span className={css.value}>{t('Grupo')}</span>
        </li>
      );
    case 'wa_lid':
    case 'wa_bsuid':
      return (
        <li title={t('O WhatsApp esconde o número desta pessoa')}>
          <IconEyeOff size={18} aria-hidden />
          <span className={css.value}>{t('Número oculto')}</span>
        </li>
      );
  }
}

function TicketData({ ticket }: { ticket: TicketView }) {
  return (
    <Section title={t('Atendimento')} remember="ticket-data">
      <dl className={css.pairs}>
        <Pair name={t('Protocolo')}>
          <span className={css.copy}>
            {ticket.protocol}
            <CopyButton text={ticket.protocol} label={t('Copiar protocolo')} />
          </span>
        </Pair>
        <Pair name={t('Criado em')}>{formatDateTime(ticket.createdAt)}</Pair>
        {ticket.whatsapp && <Pair name={t('Conexão')}>{ticket.whatsapp.name}</Pair>}
        {ticket.queue && (
          <Pair name={t('Fila')}>
            <Mark color={ticket.queue.color} name={ticket.queue.name} look="plain" />
          </Pair>
        )}
        {ticket.user && <Pair name={t('Atendente')}>{ticket.user.name}</Pair>}
      </dl>
    </Section>
  );
}

function EarlierTickets({ ticket, onOpenTicket }: { ticket: TicketView; onOpenTicket: (ticket: TicketView) => void }) {
  const { rows } = useTicketsOfContact(ticket.contactId);
  const others = rows?.filter(({ id }) => id !== ticket.id) ?? [];
  return (
    <Section title={t('Outros atendimentos')} count={rows ? others.length : undefined} remember="contact-tickets">
      {rows && others.length === 0 && <p className={css.none}>{t('Este é o primeiro atendimento que você pode ver deste contato.')}</p>}
      <ul className={css.tickets}>
        {others.map((other) => (
          <li key={other.id}>
            <Dot color={other.queue?.color ?? 'var(--border-strong)'} />
            <button type="button" onClick={() => onOpenTicket(other)}>
              #{other.number} {other.queue?.name ?? t('Sem fila')}
            </button>
            <time dateTime={other.createdAt}>{formatDate(other.createdAt)}</time>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Pair({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
