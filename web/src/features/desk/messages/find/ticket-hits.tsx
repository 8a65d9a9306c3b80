import type { MessageHit } from '@balcao/contract/messages';
import type { TicketView } from '@balcao/contract/tickets';
import type { ReactNode } from 'react';
import { useTicketHits } from '../../../../data/messages/hits.ts';
import { messageLine } from '../../../../data/messages/message-line.ts';
import { useNow } from '../../../../platform/clock.ts';
import { formatAgo, formatDateTime } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { useUser } from '../../../../platform/session.ts';
import { Marked } from '../../../../ui/text/marked.tsx';
import css from './ticket-hits.module.css';

export type TicketHitsProps = {
  ticket: Pick<TicketView, 'id' | 'contact'>;
  text: string;
  onJump: (hit: MessageHit) => void;
  /** Shown while nothing is found. */
  children: ReactNode;
};

/** How many stand in a row of the list; the others are in the conversation. */
const shownMax = 2;

/** What a search found in a ticket, each with a way to its place in the conversation. */
export function TicketHits({ ticket, text, onJump, children }: TicketHitsProps) {
  const hits = useTicketHits(ticket.id, text);
  const now = useNow();
  const me = useUser().id;
  if (!hits || hits.length === 0) return children;
  const next = hits[shownMax];
  return (
    <ul className={css.hits} aria-label={t('Encontrado em {{name}}', { name: ticket.contact.name })}>
      {hits.slice(0, shownMax).map((hit) => (
        <li key={`${hit.kind} ${hit.id}`}>
          <button type="button" data-row className={css.hit} title={t('Ir para a mensagem')} onClick={() => onJump(hit)}>
            <span className={css.text}>
              <b>{writerOf(hit, ticket.contact.name, me)}:</b> <Marked text={messageLine(hit.body, hit.fromMe)} wanted={text} />
            </span>
            <time dateTime={hit.at} title={formatDateTime(hit.at)}>
              {formatAgo(hit.at, now)}
            </time>
          </button>
        </li>
      ))}
      {next && (
        <li>
          <button type="button" className={css.more} onClick={() => onJump(next)}>
            {t('mais {{count}} nesta conversa', { count: hits.length - shownMax })}
          </button>
        </li>
      )}
    </ul>
  );
}

function writerOf({ kind, fromMe, user, participantName }: MessageHit, contact: string, me: number): string {
  if (kind === 'note') return t('Nota');
  if (kind === 'file') return t('Arquivo');
  if (!fromMe) return participantName ?? contact.split(' ', 1)[0] ?? contact;
  if (user?.id === me) return t('Você');
  return user?.name ?? t('Automático');
}
