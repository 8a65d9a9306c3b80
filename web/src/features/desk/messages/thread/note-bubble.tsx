import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import { IconLock } from '@tabler/icons-react';
import { memo } from 'react';
import { formatDateTime, formatTime } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { InPlace } from '../../../../ui/list/in-place.tsx';
import { withMentions } from './mention-parts.ts';
import css from './note-bubble.module.css';
import { placeId } from './note-id.ts';

/** A note in the conversation: in its own colour, for the team only. */
export const NoteBubble = memo(function NoteBubble({ note }: { note: TicketNoteView }) {
  const names = note.mentions.map(({ name }) => name);
  const parts = withMentions(note.note, names);
  return (
    <li className={css.line}>
      <article
        className={css.note}
        data-message={placeId('note', note.id)}
        aria-label={t('Nota interna de {{name}}', { name: note.user?.name ?? '' })}
      >
        <span className={css.head}>
          <IconLock size={14} aria-hidden />
          {t('Nota interna')} · {note.user?.name},{' '}
          <time dateTime={note.createdAt} title={formatDateTime(note.createdAt)}>
            {formatTime(note.createdAt)}
          </time>
        </span>
        <p>
          <InPlace of={parts}>{({ text, called }) => (called ? <mark className={css.mention}>{text}</mark> : text)}</InPlace>
        </p>
      </article>
    </li>
  );
});
