import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import { IconLock } from '@tabler/icons-react';
import { memo } from 'react';
import { formatDateTime, formatTime } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { withMentions } from './mention-parts.ts';
import css from './note-bubble.module.css';

/** What the ids of notes begin with, where messages and notes have ids of one kind. */
export const notePrefix = 'note-';

/** A note in the conversation: in its own colour, for the team only. */
export const NoteBubble = memo(function NoteBubble({ note }: { note: TicketNoteView }) {
  return (
    <li className={css.line}>
      <article
        className={css.note}
        data-message={`${notePrefix}${note.id}`}
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
          {withMentions(
            note.note,
            note.mentions.map(({ name }) => name),
          ).map(({ text, called }, at) =>
            called ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, which does not change.
              <mark key={at} className={css.mention}>
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </p>
      </article>
    </li>
  );
});
