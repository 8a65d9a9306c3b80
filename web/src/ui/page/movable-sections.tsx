import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { t } from '../../platform/i18n.ts';
import css from './movable-sections.module.css';

export type MovableSection<Id extends string> = { id: Id; title: string; content: ReactNode };

export type MovableSectionsProps<Id extends string> = {
  sections: readonly MovableSection<Id>[];
  /** As the person chose it; sections left out stay where they are among the others. */
  order: readonly Id[];
  onOrder: (order: Id[]) => void;
};

/** Sections in the order that the person gave them: by mouse or finger on their handles, or by the arrow keys there. */
export function MovableSections<Id extends string>({ sections, order, onOrder }: MovableSectionsProps<Id>) {
  const [moving, setMoving] = useState<{ id: Id; to: number } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const ordered = inOrder(sections, order);
  const ids = ordered.map(({ id }) => id);
  const move = (id: Id, to: number) => {
    if (to < 0 || to >= ids.length || ids[to] === id) return;
    onOrder(ids.filter((other) => other !== id).toSpliced(to, 0, id));
  };
  const onKeyDown = (event: KeyboardEvent, id: Id) => {
    if (event.key === 'Escape' && moving) {
      event.stopPropagation();
      return setMoving(null);
    }
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    move(id, ids.indexOf(id) + step);
    // The handle may have left the document for a moment.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-handle="${id}"]`)?.focus());
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!moving || !list.current) return;
    const middles = [...list.current.children].map((place) => {
      const { top, height } = place.getBoundingClientRect();
      return top + height / 2;
    });
    setMoving({ id: moving.id, to: placeAt(middles, ids.indexOf(moving.id), event.clientY) });
  };
  return (
    <div ref={list}>
      {ordered.map(({ id, title, content }, at) => (
        <div
          key={id}
          className={css.place}
          data-moving={moving?.id === id || undefined}
          data-over={
            moving !== null && moving.to === at && moving.id !== id ? (at < ids.indexOf(moving.id) ? 'before' : 'after') : undefined
          }
        >
          <button
            type="button"
            className={css.handle}
            data-handle={id}
            aria-label={t('Mover a seção {{title}}: setas para cima e para baixo', { title })}
            title={t('Arraste para mudar a ordem')}
            onKeyDown={(event) => onKeyDown(event, id)}
            onPointerDown={(event) => {
              if (event.button !== 0) return;
              event.currentTarget.setPointerCapture(event.pointerId);
              setMoving({ id, to: at });
            }}
            onPointerMove={onPointerMove}
            onPointerUp={() => {
              if (moving) move(moving.id, moving.to);
              setMoving(null);
            }}
            onPointerCancel={() => setMoving(null)}
          >
            <IconGripVertical size={14} aria-hidden />
          </button>
          {content}
        </div>
      ))}
    </div>
  );
}

/** The place for what is carried from `from` to `y`: it changes with each middle of another section that is passed. */
export function placeAt(middles: readonly number[], from: number, y: number): number {
  const above = middles.filter((middle, at) => at < from && y < middle).length;
  const below = middles.filter((middle, at) => at > from && y > middle).length;
  return from - above + below;
}

/** As chosen; what was not chosen stays where it is among the others. */
export function inOrder<S extends { id: string }>(sections: readonly S[], chosen: readonly string[]): S[] {
  const placed = chosen.flatMap((id) => sections.find((section) => section.id === id) ?? []);
  const rest = sections.filter((section) => !placed.includes(section));
  const ordered = [...placed];
  for (const section of rest) {
    const before = sections[sections.indexOf(section) - 1];
    const at = before ? ordered.indexOf(before) + 1 : 0;
    ordered.splice(at, 0, section);
  }
  return ordered;
}
