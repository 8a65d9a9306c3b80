import { messageBodyMax } from '@balcao/contract/message-rules';
import type { MessageView } from '@balcao/contract/messages';
import { Button, Popover, Switch } from '@mantine/core';
import { IconBolt, IconFiles, IconMicrophone, IconMoodSmile, IconPaperclip, IconSend2, IconTemplate, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, Suspense, useContext, useLayoutEffect, useRef, useState } from 'react';
import { useCommand, useKeysOf } from '../../../../platform/commands.ts';
import { notifyError } from '../../../../platform/errors.ts';
import { useEscape } from '../../../../platform/escape.ts';
import { t } from '../../../../platform/i18n.ts';
import { lazyPart } from '../../../../platform/lazy-part.ts';
import { useStoredFlag } from '../../../../platform/storage.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { authorOf, briefOf } from '../bubble/message-text.ts';
import type { Recording } from '../media/recorder.ts';
import { MessageHelpContext } from '../message-help.ts';
import type { Outgoing } from '../outbox.ts';
import { ColleaguesHere } from './colleagues-here.tsx';
import css from './composer.module.css';
import { signed } from './draft.ts';
import { SuggestionList } from './suggestion-list.tsx';
import { type Suggestion, textOf } from './suggestions.ts';
import { captionTaker, type TrayFile } from './tray.ts';
import { TrayView } from './tray-view.tsx';
import { useSuggestions } from './use-suggestions.ts';
import { useTypeAtOnce } from './use-type-at-once.ts';

const EmojiPicker = lazyPart(async () => ({ default: (await import('./emoji-picker.tsx')).EmojiPicker }));
const VoiceRecorder = lazyPart(async () => ({ default: (await import('../media/voice-recorder.tsx')).VoiceRecorder }));

/** `text` is empty where there is none, or where files would be lost. */
export type Later = (text: string, onTaken: () => void) => ReactNode;

export type ComposerProps = {
  ticketId: number;
  /** The name at the top of a signed message. */
  author: string;
  draft: string;
  onDraft: (text: string) => void;
  quoted: MessageView | null;
  onUnquote: () => void;
  files: readonly TrayFile[];
  onFiles: (files: Iterable<File>) => void;
  onFilesSent: () => void;
  onSend: (outgoing: Outgoing) => void;
  /** Texts that can be inserted by typing `/` and their label. */
  suggestions: readonly Suggestion[];
  /** Offers to send the text later; `onTaken` empties the field. */
  later?: Later | undefined;
  /** Sends a template; null where the channel has none. */
  onTemplate: (() => void) | null;
  /** Sends the files of a list. */
  onFileList: () => void;
  /** What chooses between message and note. */
  tabs?: ReactNode;
  /** Enter sends; otherwise Ctrl+Enter does. */
  enterSends?: boolean;
  /** Colleagues who write in the conversation now: sending must be said twice. */
  writing?: readonly { id: number; name: string }[];
};

const nobody: NonNullable<ComposerProps['writing']> = [];

/** Where messages are written: text, files, emoji, voice. The draft is kept until it is sent. */
export function Composer({
  ticketId,
  author,
  draft,
  onDraft,
  quoted,
  onUnquote,
  files,
  onFiles,
  onFilesSent,
  onSend,
  suggestions,
  later,
  onTemplate,
  onFileList,
  tabs,
  enterSends = true,
  writing = nobody,
}: ComposerProps) {
  const help = useContext(MessageHelpContext);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [sign, setSign] = useStoredFlag('signOption', true);
  const [emoji, setEmoji] = useState(false);
  const [recording, setRecording] = useState(false);
  const [fetching, setFetching] = useState(false);
  const [heldFor, setHeldFor] = useState<string | null>(null);
  const held = heldFor === draft && writing.length > 0;
  useTypeAtOnce(field, quoted, recording);
  useEscape(onUnquote, quoted !== null && !recording);
  const [replyKeys, attachKeys] = [useKeysOf('composer.reply'), useKeysOf('composer.attach')];
  useCommand('composer.reply', t('Escrever resposta'), () => field.current?.focus());
  useCommand('composer.attach', t('Anexar arquivo'), () => picker.current?.click());
  useCommand('composer.fileList', t('Enviar lista de arquivos'), onFileList);
  useCommand('composer.template', t('Enviar modelo'), () => onTemplate?.(), onTemplate !== null);
  useCommand('composer.voice', t('Gravar mensagem de voz'), () => setRecording(true), !recording);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${Math.min(element.scrollHeight, maxHeight)}px`;
  }, [draft, recording]);

  const text = draft.trim();
  const bad = files.some(({ kind, file }) => kind === null || file.size === 0);
  const canSend = !bad && !fetching && (text !== '' || files.length > 0);
  const send = (anyway = false) => {
    if (!canSend) return;
    if (writing.length > 0 && !held && !anyway) return setHeldFor(draft);
    const body = text === '' ? '' : signed(text, sign ? author : null);
    const taker = body ? captionTaker(files) : null;
    let reply = quoted;
    const sendOne = (outgoing: Pick<Outgoing, 'body' | 'file'>) => {
      onSend({ ticketId, quoted: reply, ...outgoing });
      reply = null;
    };
    if (body && taker === null) sendOne({ body, file: null });
    for (const { id, file, kind, caption, previewUrl, size } of files) {
      if (kind) sendOne({ body: id === taker ? body : caption, file: { blob: file, name: file.name, kind, previewUrl, size } });
    }
    onDraft('');
    onFilesSent();
    onUnquote();
    field.current?.focus();
  };
  const sendVoice = ({ blob, name, seconds }: Recording) => {
    onSend({ ticketId, quoted, body: '', file: { blob, name, kind: 'voice', previewUrl: URL.createObjectURL(blob), seconds } });
    onUnquote();
  };
  const insert = (piece: string) => {
    const element = field.current;
    const at = element?.selectionStart ?? draft.length;
    const end = element?.selectionEnd ?? at;
    onDraft(draft.slice(0, at) + piece + draft.slice(end));
    window.requestAnimationFrame(() => {
      element?.focus();
      element?.setSelectionRange(at + piece.length, at + piece.length);
    });
  };
  const pick = async (suggestion: Suggestion) => {
    const piece = textOf(suggestion);
    const { browsing } = offer;
    offer.browse(false);
    if (browsing) insert(piece);
    else onDraft(piece);
    field.current?.focus();
    if (!suggestion.file) return;
    // Before the file has loaded, the message would go without it.
    setFetching(true);
    try {
      onFiles([await suggestion.file.load()]);
    } catch (error) {
      notifyError(error, { title: t('O anexo {{name}} não pôde ser carregado', { name: suggestion.file.name }) });
    } finally {
      setFetching(false);
    }
  };
  const offer = useSuggestions(suggestions, draft, (suggestion) => void pick(suggestion));
  const onKeyDown = (event: KeyboardEvent) => {
    if (offer.onKey(event)) return;
    // While an input method composes a character, Enter belongs to it (229 is what Safari says afterwards).
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (!enterSends && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    event.preventDefault();
    onFiles(pasted.map((file, at) => (file.name ? file : new File([file], `imagem-${at + 1}.png`, { type: file.type }))));
  };

  if (recording) {
    return (
      <div className={css.composer}>
        <Suspense fallback={<div className={css.recorder} />}>
          <VoiceRecorder onSend={sendVoice} onClose={() => setRecording(false)} />
        </Suspense>
      </div>
    );
  }
  return (
    <div className={css.composer}>
      <ColleaguesHere writing={writing} held={held} onSendAnyway={() => send(true)} />
      {tabs}
      {quoted && (
        <div className={css.quoted}>
          <span>
            <b>{authorOf(quoted)}</b>
            <span>{briefOf(quoted)}</span>
          </span>
          <IconButton label={t('Não citar')} size="sm" onClick={onUnquote}>
            <IconX size={16} />
          </IconButton>
        </div>
      )}
      {files.length > 0 && <TrayView ticketId={ticketId} files={files} />}
      {offer.offered.length > 0 && (
        <SuggestionList
          id={offer.id}
          offered={offer.offered}
          at={offer.at}
          query={offer.query}
          onPoint={offer.point}
          onPick={(suggestion) => void pick(suggestion)}
        />
      )}
      <span className="visually-hidden" role="status">
        {offer.offered.length > 0 && t('{{count}} respostas rápidas', { count: offer.offered.length })}
      </span>
      <textarea
        ref={field}
        id="mensagem"
        rows={1}
        value={draft}
        maxLength={messageBodyMax - author.length - 4}
        aria-label={t('Mensagem')}
        placeholder={t('Digite uma mensagem')}
        title={replyKeys}
        enterKeyHint={enterSends ? 'send' : 'enter'}
        spellCheck
        aria-autocomplete={suggestions.length > 0 ? 'list' : undefined}
        aria-controls={offer.offered.length > 0 ? offer.id : undefined}
        aria-activedescendant={offer.offered.length > 0 ? `${offer.id}-${offer.at}` : undefined}
        onChange={(event) => onDraft(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <div className={css.bar}>
        <Popover opened={emoji} onChange={setEmoji} position="top-start" trapFocus returnFocus>
          <Popover.Target>
            <IconButton label={t('Emoji')} aria-expanded={emoji} onClick={() => setEmoji(!emoji)}>
              <IconMoodSmile size={18} />
            </IconButton>
          </Popover.Target>
          <Popover.Dropdown p={8}>
            <Suspense fallback={<div className={css.emojis} />}>
              <EmojiPicker
                onPick={(picked) => {
                  setEmoji(false);
                  insert(picked);
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
        {help.tools({ draft, onDraft })}
        <IconButton label={t('Anexar arquivo')} keys={attachKeys} onClick={() => picker.current?.click()}>
          <IconPaperclip size={18} />
        </IconButton>
        <IconButton label={t('Enviar lista de arquivos')} onClick={onFileList}>
          <IconFiles size={18} />
        </IconButton>
        {onTemplate && (
          <IconButton label={t('Enviar modelo')} onClick={onTemplate}>
            <IconTemplate size={18} />
          </IconButton>
        )}
        {suggestions.length > 0 && (
          <IconButton
            label={t('Respostas rápidas')}
            keys="/"
            pressed={offer.browsing}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              offer.browse(!offer.browsing);
              field.current?.focus();
            }}
          >
            <IconBolt size={18} />
          </IconButton>
        )}
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-hidden
          onChange={(event) => {
            onFiles(event.currentTarget.files ?? []);
            event.currentTarget.value = '';
          }}
        />
        <Switch
          className={css.sign}
          size="xs"
          label={t('Assinar')}
          checked={sign}
          onChange={(event) => setSign(event.currentTarget.checked)}
        />
        <span className={css.spacer} />
        <IconButton label={t('Gravar mensagem de voz')} onClick={() => setRecording(true)}>
          <IconMicrophone size={18} />
        </IconButton>
        <Button className={css.send} leftSection={<IconSend2 size={18} />} disabled={!canSend} onClick={() => send()}>
          {t('Enviar')}
        </Button>
        {later?.(text === '' || files.length > 0 ? '' : signed(text, sign ? author : null), () => {
          onDraft('');
          onUnquote();
          field.current?.focus();
        })}
      </div>
    </div>
  );
}

/** Five rows of 20 px and the space around them. */
const maxHeight = 112;
