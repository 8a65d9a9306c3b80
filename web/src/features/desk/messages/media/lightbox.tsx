import type { MessageView } from '@balcao/contract/messages';
import { IconChevronLeft, IconChevronRight, IconRotateClockwise } from '@tabler/icons-react';
import { type PointerEvent, useRef, useState } from 'react';
import { formatDateTime } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { captionOf } from '../bubble/bubble-content.tsx';
import { authorOf } from '../bubble/message-text.ts';
import css from './lightbox.module.css';
import { Stage } from './stage.tsx';

export type LightboxProps = { pictures: readonly MessageView[]; start: MessageView; onClose: () => void };

type Look = { zoom: number; turn: number; x: number; y: number };
const plain: Look = { zoom: 1, turn: 0, x: 0, y: 0 };

/** The pictures of a conversation, large: zoom, turn, next and previous, download. */
export function Lightbox({ pictures, start, onClose }: LightboxProps) {
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
  return (
    <Stage
      label={t('Foto')}
      heading={
        <>
          <b>{authorOf(picture)}</b> {formatDateTime(picture.createdAt)}
        </>
      }
      file={{ url: picture.mediaUrl, name: picture.mediaName }}
      onShrink={() => zoom(1 / 1.4)}
      onEnlarge={() => zoom(1.4)}
      tools={
        <IconButton label={t('Girar')} keys="R" onClick={turn}>
          <IconRotateClockwise size={20} />
        </IconButton>
      }
      keys={[
        ['ArrowLeft', () => go(-1)],
        ['ArrowRight', () => go(1)],
        ['r', turn],
      ]}
      onClose={onClose}
    >
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
    </Stage>
  );
}
