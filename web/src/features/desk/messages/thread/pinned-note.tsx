import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import { IconChevronDown, IconPin } from '@tabler/icons-react';
import { useContext, useState } from 'react';
import { formatDateTime } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { NoteText } from './note-bubble.tsx';
import { NoteToolsContext } from './note-tools.ts';
import css from './pinned-note.module.css';

/** The note that stands above the conversation: of several tickets, the one that was pinned last. A line of it, and all of it where it is wanted. */
export function PinnedNote({ notes }: { notes: readonly TicketNoteView[] }) {
  const toolsOf = useContext(NoteToolsContext);
  const [whole, setWhole] = useState(false);
  const [note] = notes.filter(({ pinnedAt }) => pinnedAt !== null).sort((a, b) => ((a.pinnedAt ?? '') < (b.pinnedAt ?? '') ? 1 : -1));
  if (!note) return null;
  return (
    <section className={css.pinned} aria-label={t('Nota fixada')}>
      <button type="button" className={css.line} aria-expanded={whole} onClick={() => setWhole(!whole)}>
        <IconPin size={14} aria-hidden />
        <b>{t('Nota fixada')}</b>
        <span className={css.text}>{whole ? note.user?.name : note.note}</span>
        <IconChevronDown size={16} aria-hidden />
      </button>
      {whole && (
        <div className={css.whole}>
          <NoteText note={note} />
          <div className={css.foot}>
            <time dateTime={note.createdAt}>{formatDateTime(note.createdAt)}</time>
            <span className={css.tools}>{toolsOf(note)}</span>
          </div>
        </div>
      )}
    </section>
  );
}
