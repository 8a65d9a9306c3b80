import type { ChatView } from '@balcao/contract/chats';
import { uploadMaxBytes } from '@balcao/contract/media-rules';
import { mediasMax, messageBodyMax } from '@balcao/contract/message-rules';
import { Textarea } from '@mantine/core';
import { IconPaperclip, IconSend2, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { PendingChatMessage } from '../../../data/chats/pending.ts';
import { now } from '../../../platform/clock.ts';
import { formatBytes } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { newIdempotencyKey } from '../../../platform/random.ts';
import { useUser } from '../../../platform/session.ts';
import { ownKey, useStored } from '../../../platform/storage.ts';
import { showToast, toastLife } from '../../../platform/toast.ts';
import { FilePicker } from '../../../ui/fields/file-picker.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import css from './chat.module.css';
import { mentionBegun, mentionsIn } from './mentions.ts';

const offeredMax = 6;

/** Where one writes in a chat. The text outlives a reload; `@` offers the members. */
export function ChatComposer({ chat, onSend }: { chat: ChatView; onSend: (message: PendingChatMessage) => void }) {
  const me = useUser();
  const [text, setText] = useStored(ownKey(`chat-draft:${chat.id}`), '');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [caret, setCaret] = useState(0);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const listId = useId();
  const others = chat.users.map(({ user }) => user).filter(({ id }) => id !== me.id);
  const begun = mentionBegun(text, caret);
  const offered =
    begun && begun.at !== closedAt
      ? others.filter(({ name }) => name.toLowerCase().startsWith(begun.typed.toLowerCase()) && name !== begun.typed).slice(0, offeredMax)
      : [];
  const picked = Math.min(chosen, offered.length - 1);

  const addFiles = (added: Iterable<File>) => {
    const fitting = [...added].filter(({ size }) => size > 0 && size <= uploadMaxBytes);
    if (fitting.length < [...added].length) {
      const title = t('Grande demais: o limite é {{size}}.', { size: formatBytes(uploadMaxBytes) });
      showToast({ kind: 'warning', title, lifeMs: toastLife.warning });
    }
    if (files.length + fitting.length > mediasMax)
      showToast({ kind: 'warning', title: t('No máximo 20 arquivos por vez'), lifeMs: toastLife.warning });
    setFiles([...files, ...fitting].slice(0, mediasMax));
  };
  const send = () => {
    const message = text.trim();
    if (message === '' && files.length === 0) return;
    const createdAt = new Date(now()).toISOString();
    onSend({ key: newIdempotencyKey(), chatId: chat.id, message, mentions: mentionsIn(message, others), files, createdAt, error: null });
    setText('');
    setFiles([]);
    field.current?.focus();
  };
  const mention = (name: string) => {
    if (!begun) return;
    const end = begun.at + name.length + 2;
    setText(`${text.slice(0, begun.at)}@${name} ${text.slice(caret)}`);
    setCaret(end);
    window.requestAnimationFrame(() => field.current?.setSelectionRange(end, end));
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter chooses a character while one is composed of several keys.
    if (event.nativeEvent.isComposing) return;
    const person = offered[picked];
    if (person) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) setChosen((picked + step + offered.length) % offered.length);
      else if (event.key === 'Enter' || event.key === 'Tab') mention(person.name);
      else if (event.key === 'Escape') setClosedAt(begun?.at ?? null);
      else return;
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped here; the clip does the same from the keyboard.
    <div
      className={css.composer}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        addFiles([...event.dataTransfer.files]);
      }}
    >
      {offered.length > 0 && (
        <div className={css.offered} id={listId} role="listbox" aria-label={t('Mencionar')}>
          {offered.map(({ id, name }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
            <div
              key={id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === picked}
              tabIndex={-1}
              onClick={() => mention(name)}
            >
              <Avatar name={name} size="sm" /> {name}
            </div>
          ))}
        </div>
      )}
      {files.length > 0 && (
        <ul className={css.tray} aria-label={t('Arquivos a enviar')}>
          {files.map((file, index) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <span>{file.name}</span>
              <small>{formatBytes(file.size)}</small>
              <IconButton size="sm" label={t('Tirar {{name}}', { name: file.name })} onClick={() => setFiles(files.toSpliced(index, 1))}>
                <IconX size={14} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className={css.write}>
        <IconButton label={t('Anexar arquivo')} size="lg" onClick={() => picker.current?.click()}>
          <IconPaperclip size={18} />
        </IconButton>
        <FilePicker ref={picker} multiple onFiles={addFiles} />
        <Textarea
          ref={field}
          className={css.field}
          aria-label={t('Mensagem')}
          placeholder={t('Escreva uma mensagem; @ menciona alguém')}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={messageBodyMax}
          spellCheck
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setCaret(event.currentTarget.selectionStart);
            setChosen(0);
            setClosedAt(null);
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return;
            event.preventDefault();
            addFiles([...event.clipboardData.files]);
          }}
          aria-autocomplete="list"
          aria-controls={offered.length > 0 ? listId : undefined}
          aria-activedescendant={offered.length > 0 ? `${listId}-${picked}` : undefined}
        />
        <IconButton label={t('Enviar')} size="lg" variant="filled" disabled={text.trim() === '' && files.length === 0} onClick={send}>
          <IconSend2 size={18} />
        </IconButton>
      </div>
    </div>
  );
}
