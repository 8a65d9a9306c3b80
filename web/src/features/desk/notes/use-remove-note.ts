import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import { notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { toastSuccess } from '../../../platform/toast.ts';
import { confirmDelete } from '../../../ui/dialog/confirm-dialog.tsx';
import { useDeleteNote } from './mutations.ts';

/** Who reads notes. Only admins may delete notes of others. */
export type NoteReader = { id: number; profile: string };

export function mayRemoveNote(note: Pick<TicketNoteView, 'userId'>, reader: NoteReader): boolean {
  return note.userId === reader.id || reader.profile === 'admin';
}

/** Removes a note after asking, and says so. */
export function useRemoveNote(): (note: TicketNoteView) => Promise<void> {
  const remove = useDeleteNote();
  return async (note) => {
    if (!(await confirmDelete(t('Excluir a observação?')))) return;
    remove.mutate(note, {
      onSuccess: () => toastSuccess(t('Observação excluída com sucesso!')),
      onError: (problem) => notifyError(problem),
    });
  };
}
