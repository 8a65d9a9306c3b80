import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { t } from '../../platform/i18n.ts';
import { useStored } from '../../platform/storage.ts';
import css from './movable-sections.module.css';

export type MovableSection = { id: string; title: string; content: ReactNode };

/** Sections in the order that the person gave them, by dragging or by the arrow keys on their handles. `remember`: the storage key. */
export function MovableSections({ sections, remember }: { sections: readonly MovableSection[]; remember: string }) {
  const [stored, store] = useStored(remember, '');
  const [over, setOver] = useState<string | null>(null);
  const dragged = useRef<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const ordered = inOrder(sections, stored.split(' '));
  const ids = ordered.map(({ id }) => id);
  const move = (id: string, to: number) => {
    if (to < 0 || to >= ids.length) return;
    store(
      ids
        .filter((other) => other !== id)
        .toSpliced(to, 0, id)
        .join(' '),
    );
  };
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    move(id, ids.indexOf(id) + step);
    // The handle may have left the document for a moment.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-handle="${id}"]`)?.focus());
  };
  return (
    <div ref={list}>
      {ordered.map(({ id, title, content }, at) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop; the handle does the same from the keyboard.
        <div
          key={id}
          className={css.place}
          data-over={(over === id && dragged.current !== id) || undefined}
          onDragOver={(event) => {
            if (!dragged.current) return;
            event.preventDefault();
            setOver(id);
          }}
          onDrop={(event) => {
            event.preventDefault();
            if (dragged.current) move(dragged.current, at);
            setOver(null);
          }}
        >
          <button
            type="button"
            className={css.handle}
            draggable
            data-handle={id}
            aria-label={t('Mover a seção {{title}}: setas para cima e para baixo', { title })}
            title={t('Arraste para mudar a ordem')}
            onKeyDown={(event) => onKeyDown(event, id)}
            onDragStart={(event) => {
              dragged.current = id;
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', id);
            }}
            onDragEnd={() => {
              dragged.current = null;
              setOver(null);
            }}
          >
            <IconGripVertical size={14} aria-hidden />
          </button>
          {content}
        </div>
      ))}
    </div>
  );
}

/** As stored; what is not stored yet stays where it is among the others. */
export function inOrder<S extends { id: string }>(sections: readonly S[], stored: readonly string[]): S[] {
  const placed = stored.flatMap((id) => sections.find((section) => section.id === id) ?? []);
  const rest = sections.filter((section) => !placed.includes(section));
  const ordered = [...placed];
  for (const section of rest) {
    const before = sections[sections.indexOf(section) - 1];
    const at = before ? ordered.indexOf(before) + 1 : 0;
    ordered.splice(at, 0, section);
  }
  return ordered;
}
