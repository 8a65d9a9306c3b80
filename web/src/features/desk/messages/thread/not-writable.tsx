import type { Verdict } from '@balcao/contract/errors';
import { mayWrite } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { Button } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNow } from '../../../../platform/clock.ts';
import { codeText } from '../../../../platform/code-text.ts';
import { formatDateTime } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { EmptyState } from '../../../../ui/page/empty-state.tsx';
import css from '../composer/composer.module.css';

/** May one write in this ticket now? */
export function useWriting({ status, whatsapp, windowClosesAt, contact }: TicketView): Verdict<unknown> {
  const now = useNow();
  const shutsAt = windowClosesAt ? new Date(windowClosesAt) : null;
  return mayWrite({ status, connection: whatsapp, windowClosesAt: shutsAt, blocked: contact.blocked }, new Date(now));
}

/** In place of a conversation that must be accepted before it is read. */
export function WaitingThread({ ticket, onAccept }: { ticket: TicketView; onAccept: () => void }) {
  return (
    <div className={css.thread}>
      <EmptyState art={<IconMessage />} title={t('{{name}} está esperando', { name: ticket.contact.name })}>
        {t('As mensagens aparecem quando a conversa é aceita.')}
      </EmptyState>
      <div className={css.dock}>
        <Shut action={<Button onClick={onAccept}>{t('Aceitar')}</Button>}>
          <b>{t('Esta conversa está aguardando.')}</b> {t('Aceite para ler e responder.')}
        </Shut>
      </div>
    </div>
  );
}

export type NotWritableProps = {
  ticket: TicketView;
  writing: Verdict<unknown>;
  draft: string;
  onAccept: () => void;
  onReopen: () => void;
  /** Sends a template; null where the channel has none. */
  onTemplate: (() => void) | null;
};

/** Why the person cannot write here, and what to do about it. */
export function NotWritable({ ticket, writing, draft, onAccept, onReopen, onTemplate }: NotWritableProps) {
  if (ticket.status === 'pending') {
    return (
      <Shut action={<Button onClick={onAccept}>{t('Aceitar')}</Button>}>
        <b>{t('Esta conversa está aguardando.')}</b> {t('Aceite para responder.')}
      </Shut>
    );
  }
  if (ticket.status === 'closed') {
    return (
      <Shut action={<Button onClick={onReopen}>{t('Reabrir')}</Button>}>
        <b>{t('Este atendimento foi resolvido.')}</b> {t('Reabra para escrever de novo.')}
      </Shut>
    );
  }
  if (!writing.ok && writing.error !== 'ERR_WINDOW_CLOSED') return <Shut>{codeText(writing.error)}</Shut>;
  return (
    <Shut action={onTemplate && <Button onClick={onTemplate}>{t('Enviar modelo')}</Button>}>
      <b>{t('A janela de 24 h fechou.')}</b>{' '}
      {ticket.lastInboundAt
        ? t('O cliente escreveu pela última vez em {{date}}. Até ele escrever de novo, o WhatsApp só aceita modelos aprovados.', {
            date: formatDateTime(ticket.lastInboundAt),
          })
        : t('O cliente ainda não escreveu. Até ele escrever, o WhatsApp só aceita modelos aprovados.')}
      {draft.trim() !== '' && ` ${t('Seu rascunho está guardado.')}`}
    </Shut>
  );
}

function Shut({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.shut} role="status">
      <p>{children}</p>
      {action}
    </div>
  );
}
