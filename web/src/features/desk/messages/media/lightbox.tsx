import type { MessageView } from '@balcao/contract/messages';
import { Modal } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload, IconRotateClockwise, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { formatDateTime } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { useFocusReturn } from '../../../../ui/dialog/focus-return.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { captionOf } from '../bubble/bubble-content.tsx';
import { authorOf } from '../bubble/message-text.ts';
import css from './lightbox.module.css';

export type LightboxProps = { pictures: readonly MessageView[]; start: MessageView; onClose: () => void };

type Look = { zoom: number; turn: number; x: number; y: number };
const plain: Look = { zoom: 1, turn: 0, x: 0, y: 0 };

/** The pictures of a conversation, large: zoom, turn, next and previous, download. */
export function Lightbox({ pictures, start, onClose }: LightboxProps) {
  useFocusReturn();
  const [id, setId] = useState(start.id);
  const [look, setLook] = useState(plain);
  const drag = useRef<{ x: number; y: number; from: Look } | null>(null);
  const at = pictures.findIndex((picture) => picture.id === id);
  const picture = pictures[at] ?? start;
  const go = (step: number) => {
    const next = pictures[at + step];
    if (!next) return;
    setId(next.id);
    setLook(plain);
  };
  const zoom = (factor: number) =>
    setLook((before) =>
      before.zoom * factor <= 1 ? { ...before, zoom: 1, x: 0, y: 0 } : { ...before, zoom: Math.min(6, before.zoom * factor) },
    );
  const turn = () => setLook((before) => ({ ...before, turn: (before.turn + 90) % 360, x: 0, y: 0 }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') go(-1);
    else if (event.key === 'ArrowRight') go(1);
    else if (event.key === '+' || event.key === '=') zoom(1.4);
    else if (event.key === '-') zoom(1 / 1.4);
    else if (event.key === 'r') turn();
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen
      withCloseButton={false}
      padding={0}
      title={null}
      attributes={{ content: { 'aria-label': t('Foto') } }}
      zIndex={330}
      classNames={{ content: css.content ?? '', body: css.body ?? '' }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its keys repeat the buttons. */}
      <div className={css.stage} onKeyDown={onKeyDown}>
        <header className={css.bar}>
          <span className={css.who}>
            <b>{authorOf(picture)}</b> {formatDateTime(picture.createdAt)}
          </span>
          <IconButton label={t('Diminuir')} keys="-" onClick={() => zoom(1 / 1.4)}>
            <IconZoomOut size={20} />
          </IconButton>
          <IconButton label={t('Aumentar')} keys="+" onClick={() => zoom(1.4)}>
            <IconZoomIn size={20} />
          </IconButton>
          <IconButton label={t('Girar')} keys="R" onClick={turn}>
            <IconRotateClockwise size={20} />
          </IconButton>
          <a
            className={css.download}
            href={picture.mediaUrl ?? undefined}
            download={picture.mediaName ?? true}
            aria-label={t('Baixar arquivo')}
            title={t('Baixar arquivo')}
          >
            <IconDownload size={20} />
          </a>
          <IconButton label={t('Fechar')} keys="Esc" data-autofocus onClick={onClose}>
            <IconX size={20} />
          </IconButton>
        </header>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: what the pointer does here the buttons do too. */}
        <div
          className={css.view}
          onWheel={(event) => zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15)}
          onPointerDown={(event: PointerEvent) => {
            if (look.zoom === 1) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            drag.current = { x: event.clientX, y: event.clientY, from: look };
          }}
          onPointerMove={(event) => {
            const held = drag.current;
            if (held) setLook({ ...held.from, x: held.from.x + event.clientX - held.x, y: held.from.y + event.clientY - held.y });
          }}
          onPointerUp={() => {
            drag.current = null;
          }}
          onDoubleClick={() => (look.zoom > 1 ? setLook(plain) : zoom(2.5))}
        >
          <img
            src={picture.mediaUrl ?? undefined}
            alt={captionOf(picture) || t('Foto')}
            draggable={false}
            style={{ transform: `translate(${look.x}px, ${look.y}px) rotate(${look.turn}deg) scale(${look.zoom})` }}
          />
        </div>
        {pictures.length > 1 && (
          <>
            <button type="button" className={css.previous} disabled={at <= 0} aria-label={t('Foto anterior')} onClick={() => go(-1)}>
              <IconChevronLeft size={28} />
            </button>
            <button
              type="button"
              className={css.next}
              disabled={at >= pictures.length - 1}
              aria-label={t('Próxima foto')}
              onClick={() => go(1)}
            >
              <IconChevronRight size={28} />
            </button>
          </>
        )}
        {captionOf(picture) && <p className={css.caption}>{captionOf(picture)}</p>}
      </div>
    </Modal>
  );
}
