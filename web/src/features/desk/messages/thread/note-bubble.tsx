import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import { IconEye, IconLock, IconPin } from '@tabler/icons-react';
import { memo, useContext } from 'react';
import { formatDateTime, formatTime } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { InPlace } from '../../../../ui/list/in-place.tsx';
import { FileLink } from '../../../../ui/media/file-link.tsx';
import { RichText } from '../../../../ui/text/rich-text.tsx';
import { withMentions } from './mention-parts.ts';
import css from './note-bubble.module.css';
import { placeId } from './note-id.ts';
import { NoteToolsContext } from './note-tools.ts';

/** A note in the conversation: in its own colour, for the team only. */
export const NoteBubble = memo(function NoteBubble({ note }: { note: TicketNoteView }) {
  const toolsOf = useContext(NoteToolsContext);
  return (
    <li className={css.line}>
      <article
        className={css.note}
        data-message={placeId('note', note.id)}
        aria-label={t('Nota interna de {{name}}', { name: note.user?.name ?? '' })}
      >
        <span className={css.head}>
          <IconLock size={14} aria-hidden />
          <span className={css.who}>
            <span className={css.kind}>{t('Nota interna')} · </span>
            {note.user?.name}
          </span>
          ·
          <time dateTime={note.createdAt} title={formatDateTime(note.createdAt)}>
            {formatTime(note.createdAt)}
          </time>
          {note.pinnedAt !== null && <IconPin size={14} role="img" aria-label={t('Nota fixada')} />}
          <span className={css.tools}>{toolsOf(note)}</span>
        </span>
        <NoteText note={note} />
        {note.readBy.length > 0 && (
          <span className={css.read}>
            <IconEye size={14} aria-hidden />
            {note.readBy.map(({ name, at }) => t('{{name}} leu às {{time}}', { name, time: formatTime(at) })).join(' · ')}
          </span>
        )}
      </article>
    </li>
  );
});

/** What was written, with who is called in it, and the file. */
export function NoteText({ note }: { note: Pick<TicketNoteView, 'note' | 'mentions' | 'file'> }) {
  const parts = withMentions(
    note.note,
    note.mentions.map(({ name }) => name),
  );
  return (
    <>
      <p>
        <InPlace of={parts}>
          {({ text, called }) => (called ? <mark className={css.mention}>{text}</mark> : <RichText text={text} />)}
        </InPlace>
      </p>
      {note.file && <FileLink file={note.file} />}
    </>
  );
}
