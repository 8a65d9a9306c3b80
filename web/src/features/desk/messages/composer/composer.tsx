import { messageBodyMax } from '@balcao/contract/message-rules';
import type { MessageView } from '@balcao/contract/messages';
import { IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, Suspense, useContext, useId, useRef, useState } from 'react';
import { useCommand, useKeysOf } from '../../../../platform/commands.ts';
import { notifyError } from '../../../../platform/errors.ts';
import { useEscape } from '../../../../platform/escape.ts';
import { t } from '../../../../platform/i18n.ts';
import { lazyPart } from '../../../../platform/lazy-part.ts';
import { useStoredFlag } from '../../../../platform/storage.ts';
import { useMedia } from '../../../../platform/use-media.ts';
import { PlainSwitch } from '../../../../ui/fields/plain-switch.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { authorOf, briefOf } from '../bubble/message-text.ts';
import type { Recording } from '../media/recorder.ts';
import { MessageHelpContext } from '../message-help.ts';
import type { Outgoing } from '../outbox.ts';
import { ColleaguesHere } from './colleagues-here.tsx';
import { CompletionList } from './completion-list.tsx';
import css from './composer.module.css';
import { ComposerBar } from './composer-bar.tsx';
import { signed } from './draft.ts';
import { FormatBar } from './format-bar.tsx';
import { markOfKeys } from './marks.ts';
import { SuggestionList } from './suggestion-list.tsx';
import { type Suggestion, textOf } from './suggestions.ts';
import type { TrayFile } from './tray.ts';
import { TrayView } from './tray-view.tsx';
import { useCompletion, type VariablesAbout } from './use-completion.ts';
import { named } from './use-dropped-files.ts';
import { useField } from './use-field.ts';
import { useSending } from './use-sending.ts';
import { useSuggestions } from './use-suggestions.ts';
import { useTypeAtOnce } from './use-type-at-once.ts';

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
  /** Edits what the person wrote last, where that can still be. */
  onEditLast?: (() => void) | undefined;
  files: readonly TrayFile[];
  onFiles: (files: Iterable<File>) => void;
  onFilesSent: () => void;
  onSend: (outgoing: Outgoing) => void;
  /** Of whom variables in the text tell. */
  about: VariablesAbout;
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
  onEditLast,
  files,
  onFiles,
  onFilesSent,
  onSend,
  about,
  suggestions,
  later,
  onTemplate,
  onFileList,
  tabs,
  enterSends = true,
  writing = nobody,
}: ComposerProps) {
  const help = useContext(MessageHelpContext);
  const picker = useRef<HTMLInputElement>(null);
  const [sign, setSign] = useStoredFlag('signOption', true);
  const roomy = useMedia(roomyQuery);
  const narrow = useMedia('(max-width: 430px), (pointer: coarse) and (max-width: 1023px)');
  const [formatting, setFormatting] = useStoredFlag(roomy ? 'formatBar' : 'formatBarNarrow', roomy);
  const formatId = useId();
  const [recording, setRecording] = useState(false);
  const { field, caret, onCaret, write, insert, mark } = useField(draft, onDraft, recording);
  const [fetching, setFetching] = useState(false);
  useTypeAtOnce(field, quoted, recording);
  useEscape(onUnquote, quoted !== null && !recording);
  const replyKeys = useKeysOf('composer.reply');
  useCommand('composer.reply', t('Escrever resposta'), () => field.current?.focus());
  useCommand('composer.attach', t('Anexar arquivo'), () => picker.current?.click());
  useCommand('composer.fileList', t('Enviar lista de arquivos'), onFileList);
  useCommand('composer.template', t('Enviar modelo'), () => onTemplate?.(), onTemplate !== null);
  useCommand('composer.voice', t('Gravar mensagem de voz'), () => setRecording(true), !recording);

  useCommand('composer.sign', sign ? t('Não assinar as mensagens') : t('Assinar as mensagens'), () => setSign(!sign));

  const text = draft.trim();
  const bad = files.some(({ kind, file }) => kind === null || file.size === 0);
  const canSend = !bad && !fetching && (text !== '' || files.length > 0);
  const signer = sign ? author : null;
  const { held, send: sendOnce } = useSending(
    { ticketId, draft, files, quoted, signer, about },
    {
      colleagueWrites: writing.length > 0,
      onSend,
      onSent() {
        onFilesSent();
        empty();
      },
    },
  );
  const empty = () => {
    onDraft('');
    onUnquote();
    field.current?.focus();
  };
  const send = (anyway = false) => {
    if (canSend) sendOnce(anyway);
  };
  const sendVoice = ({ blob, name, seconds }: Recording) => {
    onSend({ ticketId, quoted, body: '', file: { blob, name, kind: 'voice', previewUrl: URL.createObjectURL(blob), seconds } });
    onUnquote();
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
  const completion = useCompletion(draft, caret, about, write);
  const onKeyDown = (event: KeyboardEvent) => {
    if (offer.onKey(event) || completion.onKey(event)) return;
    const kind = markOfKeys(event.nativeEvent);
    if (kind !== null) {
      event.preventDefault();
      return mark(kind);
    }
    if (event.key === 'ArrowUp' && draft === '' && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey)
      return onEditLast?.();
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
    onFiles(named(pasted));
  };

  const signs = <PlainSwitch className={css.sign} label={t('Assinar')} checked={sign} onChange={setSign} />;
  const shown = offer.offered.length > 0 ? offer : completion.kind ? completion : undefined;

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
      <div className={css.top}>
        {tabs}
        {narrow && signs}
        {formatting && <FormatBar id={formatId} onMark={mark} />}
      </div>
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
      {completion.kind && (
        <CompletionList
          id={completion.id}
          kind={completion.kind}
          offered={completion.offered}
          at={completion.at}
          onPoint={completion.point}
          onPick={completion.pick}
        />
      )}
      <span className="visually-hidden" role="status">
        {offer.offered.length > 0 && t('{{count}} respostas rápidas', { count: offer.offered.length })}
        {completion.kind === 'emoji' && t('{{count}} emoji', { count: completion.offered.length })}
        {completion.kind === 'variable' && t('{{count}} variáveis', { count: completion.offered.length })}
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
        aria-autocomplete="list"
        aria-controls={shown?.id}
        aria-activedescendant={shown && `${shown.id}-${shown.at}`}
        onChange={(event) => {
          onCaret(event.currentTarget.selectionEnd);
          onDraft(event.currentTarget.value);
        }}
        onSelect={(event) => onCaret(event.currentTarget.selectionEnd)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        // What is opened instead would lie over them.
        onBlur={({ relatedTarget }) => relatedTarget && offer.offered.length > 0 && offer.browse(false)}
      />
      <ComposerBar
        sign={narrow ? null : signs}
        formatting={formatting}
        onFormatting={() => setFormatting(!formatting)}
        formatId={formatId}
        tools={help.tools({ draft, onDraft })}
        picker={picker}
        onFiles={onFiles}
        onEmoji={insert}
        onFileList={onFileList}
        onTemplate={onTemplate}
        browsing={suggestions.length > 0 ? offer.browsing : null}
        onBrowse={() => {
          offer.browse(!offer.browsing);
          field.current?.focus();
        }}
        onVoice={() => setRecording(true)}
        canSend={canSend}
        onSend={() => send()}
      >
        {later?.(text === '' || files.length > 0 ? '' : signed(text, signer), empty)}
      </ComposerBar>
    </div>
  );
}

/** There is room for the marks beside the tabs without asking for them. */
const roomyQuery = '(min-width: 1024px) and (min-height: 480px), (min-width: 600px) and (min-height: 480px) and (pointer: fine)';
