import { IconFile, IconMapPin, IconPhone, IconUser } from '@tabler/icons-react';
import type { PhoneMessage } from '../../../data/simulator/queries.ts';
import { formatTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { type MenuAction, RowMenu } from '../../../ui/list/row-menu.tsx';
import { AudioRecording, VideoRecording } from '../../../ui/media/recordings.tsx';
import { RichText } from '../../../ui/text/rich-text.tsx';
import css from './phone.module.css';

const fileTypes = ['image', 'sticker', 'video', 'audio', 'application'];

export type PhoneBubbleProps = {
  message: PhoneMessage;
  /** The customer's own reaction to it. */
  reaction: string | undefined;
  actions: readonly MenuAction[];
};

/** One message on the simulated phone. */
export function PhoneBubble({ message, reaction, actions }: PhoneBubbleProps) {
  return (
    <li className={css.bubble} data-own={message.fromCustomer || undefined}>
      <span className="visually-hidden">{message.fromCustomer ? t('Cliente:') : t('Empresa:')}</span>
      {message.name && !message.fromCustomer && <span className={css.name}>{message.name}</span>}
      <Content message={message} />
      <span className={css.meta}>
        {formatTime(message.at)}
        {!message.fromCustomer && ` · ${ackText(message.ack)}`}
      </span>
      {reaction && <span className={css.reaction}>{reaction}</span>}
      {actions.length > 0 && (
        <span className={css.menu}>
          <RowMenu label={t('Ações da mensagem')} actions={actions} />
        </span>
      )}
    </li>
  );
}

function Content({ message }: { message: PhoneMessage }) {
  if (message.isDeleted) return <i className={css.gone}>{t('Mensagem apagada')}</i>;
  if (fileTypes.includes(message.type) && !message.mediaUrl) return <i className={css.gone}>{t('O arquivo está chegando…')}</i>;
  switch (message.type) {
    case 'image':
    case 'sticker':
      return (
        <>
          <img src={message.mediaUrl ?? undefined} alt={message.body || t('Imagem')} className={css.picture} />
          <Caption message={message} />
        </>
      );
    case 'video':
      return (
        <>
          <VideoRecording src={message.mediaUrl ?? undefined} controls className={css.picture} />
          <Caption message={message} />
        </>
      );
    case 'audio':
      return <AudioRecording src={message.mediaUrl ?? undefined} controls className={css.audio} />;
    case 'application':
      return (
        <a href={message.mediaUrl ?? undefined} target="_blank" rel="noreferrer" className={css.line}>
          <IconFile size={18} aria-hidden />
          {message.mediaName || t('Documento')}
        </a>
      );
    case 'locationMessage':
      return (
        <span className={css.line}>
          <IconMapPin size={18} aria-hidden />
          {placeName(message.body)}
        </span>
      );
    case 'vcard':
      return (
        <span className={css.line}>
          <IconUser size={18} aria-hidden />
          {cardName(message.body)}
        </span>
      );
    case 'call_log':
      return (
        <span className={css.line}>
          <IconPhone size={18} aria-hidden />
          {message.body}
        </span>
      );
    case 'unsupported':
      return <i className={css.gone}>{t('Mensagem que a empresa não consegue ver')}</i>;
    default:
      return <RichText text={message.body} />;
  }
}

function Caption({ message }: { message: PhoneMessage }) {
  return message.body && message.body !== message.mediaName ? <RichText text={message.body} /> : null;
}

/** `image|link|description`: the description, or the address of the map. */
function placeName(body: string): string {
  const [, link = '', description = ''] = body.split('|');
  return description || link || t('Localização');
}

function cardName(body: string): string {
  return /^FN[^:]*:(.+)$/m.exec(body)?.[1]?.trim() || body.split('\n')[0] || t('Contato');
}

function ackText(ack: number): string {
  if (ack >= 3) return t('lida');
  return ack === 2 ? t('entregue') : t('enviada');
}
