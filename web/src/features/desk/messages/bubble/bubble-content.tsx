import type { MessageView } from '@balcao/contract/messages';
import {
  IconClock,
  IconDeviceMobile,
  IconDownload,
  IconEyeOff,
  IconFileOff,
  IconFileText,
  IconMapPin,
  IconPhoto,
  IconUserCircle,
  IconVideo,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatBytes, formatPhone } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { kindText } from '../../../../platform/message-kind.ts';
import { InPlace } from '../../../../ui/list/in-place.tsx';
import { Spinner } from '../../../../ui/marks/spinner.tsx';
import { VideoRecording } from '../../../../ui/media/recordings.tsx';
import { RichText } from '../../../../ui/text/rich-text.tsx';
import { VoicePlayer } from '../media/voice-player.tsx';
import { VoiceWords } from '../media/voice-words.tsx';
import { PdfCard } from '../pdf/pdf-card.tsx';
import { type MentionPart, withMentions } from '../thread/mention-parts.ts';
import css from './bubble.module.css';
import { CallLine } from './call-line.tsx';
import { documentName, fileTypeOf, isPdf, placeholderText, withNames } from './message-text.ts';

export type ContentProps = {
  message: MessageView;
  onOpenMedia: (message: MessageView) => void;
  /** Null where a contact card cannot start a conversation. */
  onStartConversation: ((card: { name: string; phone: string }) => void) | null;
  onVoiceEnded: (message: MessageView) => void;
};

/** The content of a message, without its frame. */
export function BubbleContent({ message, onOpenMedia, onStartConversation, onVoiceEnded }: ContentProps) {
  switch (message.mediaType) {
    case 'conversation':
      return message.template ? (
        <Template message={message} template={message.template} onOpenMedia={onOpenMedia} onVoiceEnded={onVoiceEnded} />
      ) : (
        <Said message={message} text={withNames(message.body, message.mentions)} onStartConversation={onStartConversation} />
      );
    case 'image':
    case 'video':
    case 'audio':
    case 'application':
    case 'sticker':
      return <Media message={message} onOpenMedia={onOpenMedia} onVoiceEnded={onVoiceEnded} />;
    case 'locationMessage':
      return <Place message={message} />;
    case 'vcard':
      return <Cards message={message} onStartConversation={onStartConversation} />;
    case 'call_log':
      return <CallLine message={message} />;
    case 'unsupported':
      return <Placeholder placeholder={message.placeholder ?? 'other'} />;
  }
}

/** A text in which those who are spoken to stand out. To whoever is known by a number one can write. */
function Said({
  message: { mentions },
  text,
  onStartConversation,
}: Pick<ContentProps, 'message' | 'onStartConversation'> & { text: string }) {
  if (mentions.length === 0) return <RichText text={text} />;
  const names = mentions.map(({ name }) => name);
  const draw = ({ text, called }: MentionPart) => {
    if (!called) return text;
    const { token = '', name = '' } = mentions.find(({ name }) => text === `@${name}`) ?? {};
    return onStartConversation && isPhone(token) ? (
      <button
        type="button"
        className={css.mention}
        title={t('Iniciar conversa com {{name}}', { name })}
        onClick={() => onStartConversation({ name, phone: token })}
      >
        {text}
      </button>
    ) : (
      <mark className={css.mention}>{text}</mark>
    );
  };
  return <RichText text={text} plain={(piece) => <InPlace of={withMentions(piece, names)}>{draw}</InPlace>} />;
}

/** Longer ones are ids behind which WhatsApp hides a number. */
const isPhone = (token: string) => token.length <= 13;

const templateMediaIcons = { IMAGE: IconPhoto, VIDEO: IconVideo, DOCUMENT: IconFileText };

type TemplateProps = Omit<ContentProps, 'onStartConversation'> & { template: NonNullable<MessageView['template']> };

/** A template with what only templates have: the file above the text, and buttons. No file is loaded from elsewhere. */
function Template({ message, template, onOpenMedia, onVoiceEnded }: TemplateProps) {
  const { media, buttons } = template;
  const MediaIcon = media && templateMediaIcons[media.kind];
  const href = media && safeLink(media.link);
  return (
    <>
      {media && message.mediaUrl && (
        <Media message={{ ...message, mediaType: fileTypeOf(message), body: '' }} onOpenMedia={onOpenMedia} onVoiceEnded={onVoiceEnded} />
      )}
      {MediaIcon && href && (
        <a className={css.card} href={href} target="_blank" rel="noopener noreferrer">
          <MediaIcon size={22} aria-hidden />
          <span className={css.two}>
            <b>{t('Arquivo do modelo')}</b>
            <span className={css.start}>{t('Abrir')}</span>
          </span>
        </a>
      )}
      <RichText text={message.body} />
      {buttons.length > 0 && (
        <ul className={css.templateButtons} aria-label={t('Botões')}>
          {buttons.map((label) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const placeholderIcons = { awaiting_phone: IconClock, view_once: IconEyeOff, other: IconDeviceMobile };

function Placeholder({ placeholder }: { placeholder: NonNullable<MessageView['placeholder']> }) {
  const Icon = placeholderIcons[placeholder];
  return (
    <span className={css.hidden}>
      <Icon size={18} aria-hidden />
      <i>{placeholderText(placeholder)}</i>
    </span>
  );
}

function Media({ message, onOpenMedia, onVoiceEnded }: Omit<ContentProps, 'onStartConversation'>) {
  const { mediaUrl, mediaState, mediaType } = message;
  // Kept, even if the size becomes known later, so that nothing below the picture jumps.
  const [box] = useState(() => boxOf(message));
  const caption = withNames(captionOf(message), message.mentions);
  if (mediaState === 'pending' || (mediaUrl === null && mediaState !== 'failed')) {
    const kind = kindText(mediaType, message.isVoice);
    const under = (
      <span className={css.missing} role="status">
        <Spinner size="xs" />
        {mediaState === 'ready' ? t('{{kind}}: enviando…', { kind }) : t('{{kind}}: baixando…', { kind })}
      </span>
    );
    if (mediaType !== 'image' && mediaType !== 'video') return under;
    return (
      <Picture box={box} caption={caption}>
        {under}
      </Picture>
    );
  }
  if (mediaState === 'failed' || mediaUrl === null) {
    return (
      <span className={css.missing}>
        <IconFileOff size={18} aria-hidden />
        {t('{{kind}}: o arquivo não pôde ser baixado. Peça ao cliente que envie de novo.', { kind: kindText(mediaType, message.isVoice) })}
      </span>
    );
  }
  switch (mediaType) {
    case 'image':
      return (
        <>
          <button
            type="button"
            className={css.picture}
            style={box}
            onClick={() => onOpenMedia(message)}
            aria-label={caption ? t('Abrir foto: {{text}}', { text: caption }) : t('Abrir foto')}
          >
            <img src={message.thumbUrl ?? mediaUrl} alt="" loading="lazy" decoding="async" />
          </button>
          {caption && <RichText text={caption} />}
        </>
      );
    case 'video':
      return (
        <Picture box={box} caption={caption}>
          <VideoRecording src={mediaUrl} poster={message.thumbUrl ?? undefined} controls preload="metadata" playsInline />
        </Picture>
      );
    case 'audio':
      return (
        <>
          <VoicePlayer
            id={message.id}
            url={mediaUrl}
            playableUrl={message.playableUrl}
            mime={message.mediaMime}
            duration={message.duration}
            waveform={message.waveform}
            label={message.isVoice ? t('Ouvir mensagem de voz') : t('Ouvir áudio')}
            onEnded={message.isVoice ? () => onVoiceEnded(message) : undefined}
          />
          <VoiceWords message={message} />
        </>
      );
    case 'sticker':
      return <img className={css.sticker} src={mediaUrl} alt={t('Figurinha')} loading="lazy" />;
    default:
      return <Document message={message} url={mediaUrl} caption={caption} onOpenMedia={onOpenMedia} />;
  }
}

function Picture({ box, caption, children }: { box: ReturnType<typeof boxOf>; caption: string; children: ReactNode }) {
  return (
    <>
      <span className={css.picture} style={box}>
        {children}
      </span>
      {caption && <RichText text={caption} />}
    </>
  );
}

type DocumentProps = Pick<ContentProps, 'message' | 'onOpenMedia'> & { url: string; caption: string };

function Document({ message, url, caption, onOpenMedia }: DocumentProps) {
  const name = documentName(message);
  const card = <FileCard name={name} url={url} size={message.mediaSize} />;
  return (
    <>
      {isPdf(message) ? <PdfCard name={name} url={url} size={message.mediaSize} onOpen={() => onOpenMedia(message)} card={card} /> : card}
      {caption && <RichText text={caption} />}
    </>
  );
}

function FileCard({ name, url, size }: { name: string; url: string; size: number | null }) {
  const ext = /\.([a-z0-9]{1,4})$/i.exec(name)?.[1] ?? 'doc';
  return (
    <a className={css.card} href={url} download={name} target="_blank" rel="noopener" title={t('Baixar {{name}}', { name })}>
      <span className={css.ext} aria-hidden>
        {ext}
      </span>
      <span className={css.two}>
        <b>{name}</b>
        {size !== null && <span>{formatBytes(size)}</span>}
      </span>
      <IconDownload size={18} aria-hidden />
    </a>
  );
}

/** A card with a link, and with the picture that came with the message. No map is loaded, so that no third party learns the place. */
function Place({ message }: { message: MessageView }) {
  const [image, link, description] = message.body.split('|');
  const place = message.location;
  const href = place
    ? `https://www.openstreetmap.org/?mlat=${place.latitude}&mlon=${place.longitude}#map=17/${place.latitude}/${place.longitude}`
    : safeLink(link);
  const name = place?.name || t('Localização');
  const detail = place?.address || description || (place ? `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}` : '');
  const inside = (
    <>
      {isPicture(image) ? <img className={css.map} src={image} alt="" /> : <IconMapPin size={22} aria-hidden />}
      <span className={css.two}>
        <b>{name}</b>
        {detail && <span>{detail}</span>}
        {href && <span className={css.start}>{t('Abrir no mapa')}</span>}
      </span>
    </>
  );
  return href ? (
    <a className={css.card} href={href} target="_blank" rel="noopener noreferrer">
      {inside}
    </a>
  ) : (
    <span className={css.card}>{inside}</span>
  );
}

function Cards({ message, onStartConversation }: Pick<ContentProps, 'message' | 'onStartConversation'>) {
  const cards = message.cards ?? [];
  if (cards.length === 0) return <span>{message.body || t('Contato')}</span>;
  return cards.map(({ name, phones }) => (
    <span key={`${name} ${phones.join()}`} className={css.card}>
      <IconUserCircle size={28} aria-hidden />
      <span className={css.two}>
        <b>{name}</b>
        {phones.map((phone) => (
          <span key={phone}>
            {formatPhone(phone.replace(/\D/g, ''))}{' '}
            {onStartConversation && (
              <button type="button" className={css.start} onClick={() => onStartConversation({ name, phone })}>
                {t('Iniciar conversa')}
              </button>
            )}
          </span>
        ))}
      </span>
    </span>
  ));
}

/** The caption of a file. In older messages it is the file's name, which is not shown. */
export function captionOf(message: Pick<MessageView, 'body' | 'mediaName'>): string {
  return message.body === message.mediaName ? '' : message.body;
}

/** Reserves the space of a picture before it loads, so that nothing jumps. One of unknown size gets a usual one. */
function boxOf({ width, height }: MessageView) {
  if (!width || !height) return { width: 240, aspectRatio: '4 / 3' };
  const shown = Math.min(320, Math.max(160, width));
  return { width: shown, aspectRatio: `${width} / ${Math.min(height, width * 1.4)}` };
}

function isPicture(image: string | undefined): boolean {
  return image !== undefined && /^data:image\/(?:jpeg|png|webp);base64,[a-z0-9+/]+=*$/i.test(image);
}

function safeLink(link: string | undefined): string | null {
  return link && /^https?:\/\//i.test(link) ? link : null;
}
