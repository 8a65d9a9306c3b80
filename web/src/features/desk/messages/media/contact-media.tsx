import type { MessageView } from '@balcao/contract/messages';
import { Button, SegmentedControl } from '@mantine/core';
import { IconDownload, IconFileTypePdf, IconLink, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { type MediaKind, useContactMedia } from '../../../../data/messages/queries.ts';
import { errorText } from '../../../../platform/errors.ts';
import { formatBytes, formatDate, formatDuration } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { ErrorState } from '../../../../ui/page/error-state.tsx';
import { Section } from '../../../../ui/page/section.tsx';
import { Skeleton } from '../../../../ui/page/skeleton.tsx';
import { type MarkedText, parseMarks } from '../../../../ui/text/whatsapp-marks.ts';
import { documentName, fileTypeOf, isPdf } from '../bubble/message-text.ts';
import css from './contact-media.module.css';
import { OpenedMedia } from './opened-media.tsx';

/** Pictures, files and links of a contact, from all conversations that one may read. It stays for another contact, and begins anew. */
export function ContactMedia({ contactId }: { contactId: number }) {
  const [chosen, choose] = useState({ contactId, kind: 'media' as MediaKind, open: null as MessageView | null });
  const { kind, open } = chosen.contactId === contactId ? chosen : { kind: 'media' as const, open: null };
  const setKind = (next: MediaKind) => choose({ contactId, kind: next, open: null });
  const setOpen = (message: MessageView | null) => choose({ contactId, kind, open: message });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useContactMedia(contactId, kind);
  const [first] = data?.pages ?? [];
  const counts = first?.counts;
  const messages = data?.pages.flatMap((page) => page.messages.map((message) => ({ ...message, mediaType: fileTypeOf(message) })));
  const tab = (value: MediaKind, name: string) => ({ value, label: counts ? `${name} ${counts[value]}` : name });
  return (
    <Section title={t('Mídia')} count={counts && counts.media + counts.files + counts.links} remember="contact-media">
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('Mídia')}
        value={kind}
        data={[tab('media', t('Fotos')), tab('files', t('Arquivos')), tab('links', t('Links'))]}
        onChange={(value) => setKind(value as MediaKind)}
      />
      <div className={css.content}>
        {error && !messages ? (
          <ErrorState title={t('Não foi possível carregar')} text={errorText(error)} onRetry={() => void refetch()} />
        ) : !messages ? (
          <div className={css.grid} role="status" aria-label={t('Carregando')}>
            <Skeleton />
          </div>
        ) : messages.length === 0 ? (
          <p className={css.none}>{emptyText(kind)}</p>
        ) : kind === 'media' ? (
          <div className={css.grid}>
            {messages.map((message) => (
              <Picture key={message.id} message={message} onOpen={() => setOpen(message)} />
            ))}
          </div>
        ) : (
          <ul className={css.list}>
            {messages.map((message) =>
              kind === 'files' ? (
                <File key={message.id} message={message} onOpen={() => setOpen(message)} />
              ) : (
                <Links key={message.id} message={message} />
              ),
            )}
          </ul>
        )}
        {hasNextPage && (
          <Button variant="subtle" size="compact-sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Mostrar mais')}
          </Button>
        )}
      </div>
      {open && (
        <OpenedMedia
          message={open}
          pictures={(messages ?? []).filter(({ mediaType, mediaUrl }) => mediaType === 'image' && mediaUrl)}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  );
}

function Picture({ message, onOpen }: { message: MessageView; onOpen: () => void }) {
  const { mediaType, mediaUrl, thumbUrl, duration, createdAt } = message;
  const label = t('{{kind}} de {{date}}', { kind: mediaType === 'video' ? t('Vídeo') : t('Foto'), date: formatDate(createdAt) });
  const inside = (
    <>
      {(thumbUrl ?? (mediaType === 'image' ? mediaUrl : null)) ? (
        <img src={thumbUrl ?? mediaUrl ?? undefined} alt="" loading="lazy" decoding="async" />
      ) : (
        <IconPlayerPlay size={20} aria-hidden />
      )}
      {mediaType === 'video' && <span className={css.duration}>{duration === null ? '▶' : formatDuration(duration)}</span>}
    </>
  );
  return mediaType === 'video' ? (
    <a href={mediaUrl ?? undefined} target="_blank" rel="noopener" aria-label={label}>
      {inside}
    </a>
  ) : (
    <button type="button" aria-label={label} onClick={onOpen}>
      {inside}
    </button>
  );
}

function File({ message, onOpen }: { message: MessageView; onOpen: () => void }) {
  const { mediaUrl, mediaSize, createdAt } = message;
  const name = documentName(message);
  const words = (
    <span>
      <b>{name}</b>
      <small>{[mediaSize === null ? null : formatBytes(mediaSize), formatDate(createdAt)].filter(Boolean).join(' · ')}</small>
    </span>
  );
  if (isPdf(message))
    return (
      <li>
        <button type="button" className={css.line} onClick={onOpen}>
          <IconFileTypePdf size={16} aria-hidden />
          {words}
        </button>
      </li>
    );
  return (
    <li>
      <a href={mediaUrl ?? undefined} download={name} target="_blank" rel="noopener" className={css.line}>
        <IconDownload size={16} aria-hidden />
        {words}
      </a>
    </li>
  );
}

function Links({ message }: { message: MessageView }) {
  return linksIn(parseMarks(message.body)).map((href) => (
    <li key={href}>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={css.line}>
        <IconLink size={16} aria-hidden />
        <span>
          <b>{href.replace(/^https?:\/\//, '')}</b>
          <small>{formatDate(message.createdAt)}</small>
        </span>
      </a>
    </li>
  ));
}

function linksIn(parts: readonly MarkedText[]): string[] {
  return [...new Set(parts.flatMap((part) => (part.kind === 'link' ? [part.href] : 'children' in part ? linksIn(part.children) : [])))];
}

function emptyText(kind: MediaKind): string {
  if (kind === 'media') return t('As fotos e os vídeos das conversas aparecem aqui.');
  return kind === 'files' ? t('Os documentos e áudios das conversas aparecem aqui.') : t('Os links das conversas aparecem aqui.');
}
