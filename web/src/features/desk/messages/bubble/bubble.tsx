import type { MessageView } from '@balcao/contract/messages';
import { IconAlertCircle, IconArrowForwardUp, IconBan } from '@tabler/icons-react';
import { memo, useContext, useState } from 'react';
import type { PendingMessage } from '../../../../data/messages/pending.ts';
import { formatDateTime, formatTime } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { toneOf } from '../../../../ui/marks/avatar.tsx';
import { Ticks } from '../../../../ui/marks/ticks.tsx';
import { RichText } from '../../../../ui/text/rich-text.tsx';
import { MessageHelpContext } from '../message-help.ts';
import type { Entry } from '../thread/thread-rows.ts';
import css from './bubble.module.css';
import { BubbleContent } from './bubble-content.tsx';
import { BubbleTools } from './bubble-tools.tsx';
import { authorOf, briefOf, failText, participantText, pendingText, tickOf, waitText, withNames } from './message-text.ts';
import { SelectBox } from './select-box.tsx';

/** What can be done with messages. Null where the conversation is only looked at. */
export type BubbleActions = {
  /** Null where one cannot write now. */
  reply: ((message: MessageView) => void) | null;
  react: (message: MessageView, emoji: string) => void;
  /** Null if the channel cannot edit sent messages; otherwise tells whether this one can still be edited. */
  edit: { can: (message: MessageView) => boolean; begin: (message: MessageView) => void } | null;
  /** Sends a copy to other conversations. */
  forward: (messages: readonly MessageView[]) => void;
  /** Begins to select several. */
  select: (message: MessageView) => void;
  mayRemove: (message: MessageView) => boolean;
  remove: (message: MessageView) => void;
  retry: (message: MessageView) => void;
  resend: (pending: PendingMessage) => void;
  discard: (pending: PendingMessage) => void;
};
export type BubbleLinks = {
  jump: (messageId: string) => void;
  openMedia: (message: MessageView) => void;
  startConversation: ((card: { name: string; phone: string }) => void) | null;
  voiceEnded: (message: MessageView) => void;
};

export type BubbleProps = {
  entry: Entry;
  first: boolean;
  flash: boolean;
  /** In groups, the author is named. */
  isGroup: boolean;
  actions: BubbleActions | null;
  links: BubbleLinks;
  /** Null where nothing is selected. */
  selected?: boolean | null;
  onSelect?: ((messages: readonly MessageView[]) => void) | undefined;
};

/** One message with its frame: quote, author, content, time and ticks, reactions, and why it did not go out. */
export const Bubble = memo(function Bubble({ entry, first, flash, isGroup, actions, links, selected = null, onSelect }: BubbleProps) {
  const { message, pending } = entry;
  const out = message.fromMe;
  const failed = message.state === 'failed';
  const bare = message.mediaType === 'sticker' && !message.isDeleted && message.mediaState === 'ready';
  const wide = message.mediaType === 'application' && !message.isDeleted;
  const ownSignature = message.user && message.body.startsWith(`*${message.user.name}:*`);
  const author = out ? (ownSignature || !first ? null : message.user?.name) : isGroup && first ? participantText(message) : null;
  return (
    <li
      className={css.message}
      data-message={message.id}
      data-out={out || undefined}
      data-first={first || undefined}
      data-failed={failed || undefined}
      data-bare={bare || undefined}
      data-wide={wide || undefined}
      data-gone={message.isDeleted || undefined}
      data-flash={flash || undefined}
      data-selected={selected ?? undefined}
    >
      {selected !== null && <SelectBox messages={[message]} selected={selected} onSelect={onSelect} disabled={pending !== null} />}
      <article
        className={css.bubble}
        aria-label={t('{{author}}, {{time}}', { author: authorOf(message), time: formatTime(message.createdAt) })}
      >
        {author && (
          <span className={css.author} data-tone={!out && message.participant ? toneOf(message.participant) : undefined}>
            {author}
          </span>
        )}
        {message.isForwarded && !message.isDeleted && (
          <span className={css.forwarded}>
            <IconArrowForwardUp size={14} aria-hidden />
            {t('Encaminhada')}
          </span>
        )}
        {message.isDeleted ? <Deleted message={message} /> : <Present message={message} links={links} />}
        {pending?.file && pending.state === 'sending' && <Upload pending={pending} />}
        {actions && selected === null && !pending && !message.isDeleted && <BubbleTools message={message} actions={actions} />}
      </article>
      <Reactions message={message} actions={actions} />
      {pending ? (
        <PendingState pending={pending} actions={actions} />
      ) : (
        !message.isDeleted && (failed ? <Failure message={message} actions={actions} /> : <Waiting message={message} actions={actions} />)
      )}
    </li>
  );
});

function Present({ message, links }: { message: MessageView; links: BubbleLinks }) {
  const help = useContext(MessageHelpContext);
  const [versions, setVersions] = useState(false);
  const { quotedMsg } = message;
  return (
    <>
      {quotedMsg && (
        <button type="button" className={css.quote} onClick={() => links.jump(quotedMsg.id)} title={t('Ir para a mensagem citada')}>
          <b>{authorOf(quotedMsg)}</b>
          <span>{briefOf(quotedMsg)}</span>
        </button>
      )}
      {versions && (
        <ol className={css.edits} aria-label={t('Versões anteriores')}>
          {message.edits.map((edit) => (
            <li key={edit.at}>
              <time dateTime={edit.at}>{formatDateTime(edit.at)}</time> · {withNames(edit.body, message.mentions)}
            </li>
          ))}
        </ol>
      )}
      <BubbleContent
        message={message}
        onOpenMedia={links.openMedia}
        onStartConversation={links.startConversation}
        onVoiceEnded={links.voiceEnded}
      />
      {help.under(message)}
      <Foot message={message} onVersions={message.edits.length > 0 ? () => setVersions(!versions) : null} versions={versions} />
    </>
  );
}

function Foot({ message, onVersions, versions }: { message: MessageView; onVersions: (() => void) | null; versions: boolean }) {
  return (
    <span className={css.foot}>
      {message.isEdited &&
        (onVersions ? (
          <button type="button" aria-expanded={versions} title={t('Ver versões anteriores')} onClick={onVersions}>
            {t('editada')}
          </button>
        ) : (
          <span>{t('editada')}</span>
        ))}
      <time dateTime={message.createdAt} title={formatDateTime(message.createdAt)}>
        {formatTime(message.createdAt)}
      </time>
      {message.fromMe && !message.isDeleted && <Ticks state={tickOf(message)} />}
    </span>
  );
}

function Deleted({ message }: { message: MessageView }) {
  const [original, setOriginal] = useState(false);
  return (
    <>
      <span className={css.gone}>
        <IconBan size={16} aria-hidden />
        <span>{t('Mensagem apagada')}</span>
        {message.fromMe && message.body && (
          <button type="button" className={css.link} aria-expanded={original} onClick={() => setOriginal(!original)}>
            {original ? t('esconder original') : t('ver original')}
          </button>
        )}
      </span>
      {original && (
        <div>
          <RichText text={message.body} />
        </div>
      )}
      <Foot message={message} onVersions={null} versions={false} />
    </>
  );
}

function Reactions({ message, actions }: { message: MessageView; actions: BubbleActions | null }) {
  if (message.reactions.length === 0 || message.isDeleted) return null;
  const emojis = [...new Set(message.reactions.map(({ emoji }) => emoji))];
  return (
    <span className={css.reactions}>
      {emojis.map((emoji) => {
        const of = message.reactions.filter((reaction) => reaction.emoji === emoji);
        const own = of.some(({ fromMe }) => fromMe);
        const names = of.flatMap(({ fromMe, name }) => (fromMe ? [t('Você')] : name ? [name] : []));
        const label = t('Reação {{emoji}}: {{n}}', { emoji, n: of.length });
        const title = names.length > 0 ? names.join(', ') : undefined;
        return actions ? (
          <button
            key={emoji}
            type="button"
            aria-label={label}
            title={title}
            aria-pressed={own}
            onClick={() => actions.react(message, emoji)}
          >
            {emoji} {of.length > 1 && of.length}
          </button>
        ) : (
          <span key={emoji} role="img" aria-label={label} title={title}>
            {emoji} {of.length > 1 && of.length}
          </span>
        );
      })}
    </span>
  );
}

function Failure({ message, actions }: { message: MessageView; actions: BubbleActions | null }) {
  return (
    <div className={css.fail}>
      <span>
        <IconAlertCircle size={14} aria-hidden />
        {failText(message.failReason)}
      </span>
      {actions && (
        <>
          <button type="button" onClick={() => actions.retry(message)}>
            {t('Tentar de novo')}
          </button>
          <button type="button" onClick={() => actions.remove(message)}>
            {t('Apagar')}
          </button>
        </>
      )}
    </div>
  );
}

/** The message is held back and goes out automatically later. */
function Waiting({ message, actions }: { message: MessageView; actions: BubbleActions | null }) {
  const text = waitText(message);
  if (!text) return null;
  return (
    <div className={css.fail} data-quiet role="status">
      <span>
        <IconAlertCircle size={14} aria-hidden />
        {text}
      </span>
      {actions && (
        <button type="button" onClick={() => actions.remove(message)}>
          {t('Cancelar envio')}
        </button>
      )}
    </div>
  );
}

function PendingState({ pending, actions }: { pending: PendingMessage; actions: BubbleActions | null }) {
  const text = pendingText(pending);
  const cancel = pending.state === 'waiting' || (pending.state === 'sending' && pending.file);
  if (!text && !cancel) return null;
  return (
    <div className={css.fail} data-quiet={pending.state !== 'failed' || undefined} role="status">
      {text && (
        <span>
          <IconAlertCircle size={14} aria-hidden />
          {text}
        </span>
      )}
      {actions && pending.state === 'failed' && (
        <button type="button" onClick={() => actions.resend(pending)}>
          {pending.error?.code === 'ERR_ANSWERED_MEANWHILE' ? t('Enviar mesmo assim') : t('Tentar de novo')}
        </button>
      )}
      {actions && (
        <button type="button" onClick={() => actions.discard(pending)}>
          {pending.state === 'failed' ? t('Apagar') : t('Cancelar envio')}
        </button>
      )}
    </div>
  );
}

function Upload({ pending }: { pending: PendingMessage }) {
  const percent = Math.round(pending.progress * 100);
  return (
    <div
      className={css.progress}
      role="progressbar"
      aria-label={t('Enviando arquivo')}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  );
}
