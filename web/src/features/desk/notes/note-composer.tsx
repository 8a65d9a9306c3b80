import { Button } from '@mantine/core';
import { IconAt, IconPaperclip, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { draftKey } from '../../../data/drafts/draft-key.ts';
import { useDraft } from '../../../data/drafts/drafts.ts';
import { errorText } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { presenceText } from '../../../platform/presence-text.ts';
import { readStored } from '../../../platform/storage.ts';
import { FilePicker } from '../../../ui/fields/file-picker.tsx';
import { focusAtEnd } from '../../../ui/fields/focus-at-end.ts';
import { useGrowing } from '../../../ui/fields/use-growing.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { type Callable, calledIn, mentionAt, withName } from './mentions.ts';
import { useAddNote } from './mutations.ts';
import css from './note-composer.module.css';
import { noteMax, noteProblem } from './note-problem.ts';

export type NoteComposerProps = {
  ticketId: number;
  contactId: number;
  /** The colleagues whom the note may call. */
  people: readonly Callable[];
  /** Enter saves; otherwise Ctrl+Enter does. */
  enterSends: boolean;
  /** What chooses between message and note. */
  tabs: ReactNode;
};

/** Where a note for the team is written. `@` calls a colleague. The draft is kept until it is saved. */
export function NoteComposer({ ticketId, contactId, people, enterSends, tabs }: NoteComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useDraft(ticketId, 'note');
  const [caret, setCaret] = useState(draft.length);
  const [at, setAt] = useState(0);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const add = useAddNote();
  const listId = useId();
  const mention = closedFor === draft ? null : mentionAt(draft, caret, people);
  const offered = mention?.found ?? [];
  const chosen = Math.min(at, offered.length - 1);

  useEffect(() => focusAtEnd(field.current), []);
  useGrowing(field, draft);

  const write = (text: string, place: number) => {
    setDraft(text);
    setProblem(null);
    setCaret(place);
    window.requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(place, place);
    });
  };
  const pick = (person: Callable) => {
    if (!mention) return;
    const next = withName(draft, mention.start, caret, person.name);
    write(next.text, next.caret);
  };
  const save = () => {
    const typed = draft.trim();
    // A file says what it is by its name.
    const note = typed === '' && file ? file.name.slice(0, noteMax) : typed;
    const wrong = noteProblem(note);
    setProblem(wrong);
    if (wrong || add.isPending) return;
    add.mutateAsync({ note, ticketId, contactId, mentions: calledIn(typed, people), file }).then(
      () => {
        setFile((chosen) => (chosen === file ? null : chosen));
        // By then, another ticket may be open, or more may be typed.
        if (readStored(draftKey(ticketId, 'note'))?.trim() === typed) setDraft('');
      },
      (error: unknown) => setProblem(errorText(error)),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const person = offered[chosen];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (person && step !== undefined) setAt((chosen + step + offered.length) % offered.length);
    else if (person && event.key === 'Escape') setClosedFor(draft);
    else if (person && (event.key === 'Enter' || event.key === 'Tab')) pick(person);
    else if (event.key === 'Enter' && !event.shiftKey && (enterSends || event.ctrlKey || event.metaKey)) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={css.composer}>
      {tabs}
      {offered.length > 0 && (
        <div id={listId} className={css.people} role="listbox" aria-label={t('Mencionar alguém')}>
          {offered.map((person, index) => (
            <button
              key={person.id}
              id={`${listId}-${index}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              className={css.person}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(person)}
            >
              <Avatar name={person.name} size="sm" />
              <span>{person.name}</span>
              <span className={css.aside}>{presenceText(person)}</span>
            </button>
          ))}
        </div>
      )}
      <textarea
        ref={field}
        rows={2}
        value={draft}
        aria-label={t('Nota interna')}
        aria-invalid={problem !== null}
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? listId : undefined}
        aria-activedescendant={offered.length > 0 ? `${listId}-${chosen}` : undefined}
        placeholder={t('Só a equipe vê. Use @ para chamar alguém')}
        maxLength={noteMax}
        spellCheck
        onChange={(event) => {
          setDraft(event.currentTarget.value);
          setCaret(event.currentTarget.selectionStart);
          setAt(0);
          setProblem(null);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const [pasted] = event.clipboardData.files;
          if (!pasted) return;
          event.preventDefault();
          setFile(pasted);
        }}
      />
      {file && (
        <p className={css.file}>
          <IconPaperclip size={14} aria-hidden />
          <span>{file.name}</span>
          <IconButton label={t('Remover {{name}}', { name: file.name })} size="sm" onClick={() => setFile(null)}>
            <IconX size={14} />
          </IconButton>
        </p>
      )}
      {problem && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={css.bar}>
        <IconButton
          label={t('Mencionar alguém')}
          onClick={() => {
            const before = draft.slice(0, caret);
            const piece = before === '' || /\s$/.test(before) ? '@' : ' @';
            write(before + piece + draft.slice(caret), caret + piece.length);
          }}
        >
          <IconAt size={18} />
        </IconButton>
        <FilePicker ref={picker} label={t('Arquivo da nota')} onFiles={([chosen]) => chosen && setFile(chosen)} />
        <IconButton label={t('Anexar à nota')} onClick={() => picker.current?.click()}>
          <IconPaperclip size={18} />
        </IconButton>
        <span className={css.spacer} />
        <span className={css.hint}>{t('Só a equipe vê')}</span>
        <Button variant="default" loading={add.isPending} disabled={draft.trim() === '' && file === null} onClick={save}>
          {t('Salvar nota')}
        </Button>
      </div>
    </div>
  );
}
