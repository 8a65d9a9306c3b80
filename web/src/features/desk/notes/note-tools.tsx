import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { t } from '../../../platform/i18n.ts';
import { toastSuccess } from '../../../platform/toast.ts';
import { copyText } from '../../../ui/copy-button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { mayRemoveNote, type NoteReader, useRemoveNote } from './use-remove-note.ts';

/** What can be done with a note in the conversation. */
export function NoteTools({ note, reader }: { note: TicketNoteView; reader: NoteReader }) {
  const remove = useRemoveNote();
  return (
    <>
      <IconButton
        label={t('Copiar texto')}
        size="sm"
        onClick={() => void copyText(note.note).then((done) => done && toastSuccess(t('Texto copiado')))}
      >
        <IconCopy size={16} />
      </IconButton>
      {mayRemoveNote(note, reader) && (
        <IconButton label={t('Excluir observação')} size="sm" onClick={() => void remove(note)}>
          <IconTrash size={16} />
        </IconButton>
      )}
    </>
  );
}
