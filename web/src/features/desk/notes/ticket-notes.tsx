import type { TicketNoteView } from '@balcao/contract/ticket-notes';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTicketNotes } from '../../../data/notes/queries.ts';
import { errorText } from '../../../platform/errors.ts';
import { formatShortDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { ownKey, readStored, useStored } from '../../../platform/storage.ts';
import { toastSuccess } from '../../../platform/toast.ts';
import { useGrowing } from '../../../ui/fields/use-growing.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { FileLink } from '../../../ui/media/file-link.tsx';
import { ErrorState } from '../../../ui/page/error-state.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { RichText } from '../../../ui/text/rich-text.tsx';
import { useAddNote } from './mutations.ts';
import { noteProblem } from './note-problem.ts';
import css from './ticket-notes.module.css';
import { mayRemoveNote, type NoteReader, useRemoveNote } from './use-remove-note.ts';

export type TicketNotesProps = {
  ticketId: number;
  contactId: number;
  reader: NoteReader;
};

/** Longer notes are cut; in the narrow panel, at the eighth line. */
const longNote = 400;
const longNoteLines = 8;

/** Internal notes on a ticket, which the customer never sees. Mount it with the ticket's id as key. */
export function TicketNotes({ ticketId, contactId, reader }: TicketNotesProps) {
  const { data: notes, error, refetch } = useTicketNotes(ticketId, contactId);
  const onDelete = useRemoveNote();
  return (
    <Section title={t('Observações')} count={notes?.length} remember="ticket-notes">
      <NewNote ticketId={ticketId} contactId={contactId} />
      {error && !notes ? (
        <ErrorState title={t('Não foi possível carregar as observações')} text={errorText(error)} onRetry={() => void refetch()} />
      ) : notes?.length === 0 ? (
        <p className={css.none}>{t('Anote aqui o que a equipe precisa saber. O cliente não vê.')}</p>
      ) : (
        <ul className={css.notes} aria-label={t('Observações')}>
          {notes?.map((note) => (
            <li key={note.id} className={css.note}>
              <NoteText text={noteText(note)} />
              {note.file && <FileLink file={note.file} />}
              <div className={css.foot}>
                <span>
                  {note.user ? `${note.user.name} · ` : ''}
                  <time dateTime={note.createdAt}>{formatShortDateTime(note.createdAt)}</time>
                </span>
                {mayRemoveNote(note, reader) && (
                  <IconButton label={t('Excluir observação')} size="sm" onClick={() => void onDelete(note)}>
                    <IconTrash size={16} />
                  </IconButton>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** A long note shows its beginning, with a button for the rest. */
function NoteText({ text }: { text: string }) {
  const long = text.length > longNote || text.split('\n').length > longNoteLines;
  const [whole, setWhole] = useState(false);
  return (
    <>
      <p data-cut={(long && !whole) || undefined}>
        <RichText text={text} />
      </p>
      {long && (
        <button type="button" className={css.more} aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? t('Mostrar menos') : t('Mostrar tudo')}
        </button>
      )}
    </>
  );
}

function NewNote({ ticketId, contactId }: { ticketId: number; contactId: number }) {
  const add = useAddNote();
  const draft = ownKey(`note:${ticketId}`);
  const [text, setText] = useStored(draft, '');
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useGrowing(field, text);
  const submit = () => {
    const note = text.trim();
    const wrong = noteProblem(note);
    setProblem(wrong);
    if (wrong || add.isPending) return;
    // By then, another ticket may be open, or more may be typed.
    add.mutateAsync({ note, ticketId, contactId }).then(
      () => {
        if (readStored(draft)?.trim() === note) setText('');
        toastSuccess(t('Observação adicionada com sucesso!'));
      },
      (error: unknown) => setProblem(errorText(error)),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form className={css.form} noValidate onSubmit={onSubmit}>
      <textarea
        ref={field}
        className={css.field}
        aria-label={t('Nova observação')}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        placeholder={t('Nova observação')}
        rows={1}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(null);
        }}
        onKeyDown={onKeyDown}
      />
      {problem && (
        <p id={problemId} className={css.problem} role="alert">
          {problem}
        </p>
      )}
      {text.trim() !== '' && (
        <Button type="submit" size="sm" loading={add.isPending}>
          {t('Adicionar observação')}
        </Button>
      )}
    </form>
  );
}

function noteText({ kind, note }: TicketNoteView): string {
  return kind === 'mergedInto'
    ? t('Encerrado porque o contato foi juntado a outro. A conversa segue no protocolo {{number}}.', { number: note })
    : note;
}
