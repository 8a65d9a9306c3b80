import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import { IconCopy, IconPin, IconPinnedOff, IconTrash } from '@tabler/icons-react';
import { notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { toastSuccess } from '../../../platform/toast.ts';
import { copyText } from '../../../ui/copy-button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { usePinNote } from './mutations.ts';
import { mayRemoveNote, type NoteReader, useRemoveNote } from './use-remove-note.ts';

/** What can be done with a note in the conversation. */
export function NoteTools({ note, reader }: { note: TicketNoteView; reader: NoteReader }) {
  const remove = useRemoveNote();
  const pin = usePinNote();
  const pinned = note.pinnedAt !== null;
  return (
    <>
      <IconButton
        label={t('Copiar texto')}
        size="sm"
        onClick={() => void copyText(note.note).then((done) => done && toastSuccess(t('Texto copiado')))}
      >
        <IconCopy size={16} />
      </IconButton>
      <IconButton
        label={pinned ? t('Desafixar') : t('Fixar acima da conversa')}
        size="sm"
        onClick={() => pin.mutate({ id: note.id, on: !pinned }, { onError: (problem) => notifyError(problem) })}
      >
        {pinned ? <IconPinnedOff size={16} /> : <IconPin size={16} />}
      </IconButton>
      {mayRemoveNote(note, reader) && (
        <IconButton label={t('Excluir observação')} size="sm" onClick={() => void remove(note)}>
          <IconTrash size={16} />
        </IconButton>
      )}
    </>
  );
}
