import type { TicketView } from '@balcao/contract/tickets';
import { IconHourglass, IconPlugConnectedX } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../../../platform/clock.ts';
import { formatDay, formatTime } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { Banner } from '../../../../ui/page/banner.tsx';
import { shortMinutes, windowState } from '../ticket-text.ts';
import css from './ticket-header.module.css';

/** What prevents writing in this ticket, shown before anything is typed. `whyDown`: why its connection is down. */
export function TicketNotices({ ticket, whyDown }: { ticket: TicketView; whyDown: ReactNode }) {
  const now = useNow();
  if (ticket.status === 'closed') return null;
  if (ticket.whatsapp && ticket.whatsapp.status !== 'CONNECTED') {
    return (
      <Banner tone="bad" place="edge" icon={<IconPlugConnectedX />} action={<Link to="/connections">{t('Ver conexão')}</Link>}>
        {downText(ticket.whatsapp)} <Suspense>{whyDown}</Suspense>
      </Banner>
    );
  }
  if (!ticket.whatsapp) {
    return (
      <Banner tone="bad" place="edge" icon={<IconPlugConnectedX />}>
        {t('A conexão deste atendimento foi excluída. Transfira para outra conexão antes de responder.')}
      </Banner>
    );
  }
  const window = windowState(ticket.windowClosesAt, now);
  if (window.state !== 'closing' || !ticket.windowClosesAt) return null;
  return (
    <div className={css.strip} role="status">
      <IconHourglass size={16} aria-hidden />
      <span>
        {t('A janela de 24 h fecha em')} <b>{shortMinutes(window.minutesLeft)}</b> ({formatDay(ticket.windowClosesAt, now).toLowerCase()},{' '}
        {formatTime(ticket.windowClosesAt)})
      </span>
    </div>
  );
}

function downText({ name, status }: NonNullable<TicketView['whatsapp']>): string {
  switch (status) {
    case 'OPENING':
    case 'PAIRING':
      return t('A conexão {{name}} está se conectando. Você pode escrever, mas nada sai até ela voltar.', { name });
    case 'qrcode':
      return t('A conexão {{name}} espera a leitura do QR Code. Você pode escrever, mas nada sai até reconectar.', { name });
    default:
      return t('A conexão {{name}} caiu. Você pode escrever, mas nada sai até reconectar.', { name });
  }
}
