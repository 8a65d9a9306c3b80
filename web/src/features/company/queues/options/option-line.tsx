import { useDraggable, useDroppable } from '@dnd-kit/core';
import {
  IconAlertCircle,
  IconChevronDown,
  IconChevronRight,
  IconGripVertical,
  IconPlus,
  IconRowInsertBottom,
  IconTrash,
} from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { t } from '../../../../platform/i18n.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import css from './option-editor.module.css';
import type { NodeState } from './option-store.ts';
import { countBelow, type OptionRow } from './option-tree.ts';

export type OptionLineProps = {
  row: OptionRow;
  state: NodeState;
  selected: boolean;
  collapsed: boolean;
  /** Where the dragged option would go: above or below this one. */
  drop: 'before' | 'after' | null;
  onSelect: () => void;
  onCollapse: () => void;
  onAddInside: () => void;
  onAddAfter: () => void;
  onDelete: () => void;
  onMove: (by: 1 | -1) => void;
  children: ReactNode;
};

/** One option: its number, title and answer, and what can be done with it. Alt with the arrows moves it. */
export function OptionLine({ row, state, selected, collapsed, drop, children, ...on }: OptionLineProps) {
  const { node, depth, index, parentKey } = row;
  const data = { parentKey, index };
  const {
    setNodeRef: setDragged,
    setActivatorNodeRef,
    listeners,
    attributes,
    transform,
    isDragging,
  } = useDraggable({ id: node.key, data });
  const { setNodeRef: setDropped } = useDroppable({ id: node.key, data });
  const name = node.title.trim() || t('Nova opção');
  const below = countBelow(node);
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    on.onMove(by === 1 ? 1 : -1);
  };
  return (
    <li className={css.item} style={{ '--depth': depth } as React.CSSProperties} data-option={node.key}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys work on the buttons inside, wherever the focus is among them. */}
      <div
        ref={(element) => {
          setDragged(element);
          setDropped(element);
        }}
        className={css.row}
        data-selected={selected || undefined}
        data-dragging={isDragging || undefined}
        data-drop={drop ?? undefined}
        style={transform ? { transform: `translateY(${transform.y}px)` } : {}}
        onKeyDown={onKey}
      >
        <button
          ref={setActivatorNodeRef}
          type="button"
          className={css.grip}
          title={t('Arraste, ou use Alt com as setas')}
          {...attributes}
          {...listeners}
          aria-label={t('Mover {{name}}', { name })}
        >
          <IconGripVertical size={16} />
        </button>
        {node.children.length > 0 ? (
          <button
            type="button"
            className={css.twist}
            aria-expanded={!collapsed}
            aria-label={collapsed ? t('Abrir {{name}}', { name }) : t('Recolher {{name}}', { name })}
            onClick={on.onCollapse}
          >
            {collapsed ? <IconChevronRight size={16} /> : <IconChevronDown size={16} />}
          </button>
        ) : (
          <span className={css.twist} />
        )}
        <button type="button" className={css.main} aria-expanded={selected} onClick={on.onSelect} data-focus={node.key}>
          <span className={css.number} aria-hidden>
            {index + 1}
          </span>
          <span className="visually-hidden">{t('Nível {{level}}, opção {{number}}:', { level: depth + 1, number: index + 1 })}</span>
          <span className={css.texts}>
            <span className={css.title} data-blank={node.title.trim() === '' || undefined}>
              {name}
            </span>
            <span className={css.second}>{collapsed ? t('{{count}} opções dentro', { count: below }) : node.message.split('\n')[0]}</span>
          </span>
          {state === 'untitled' && <IconAlertCircle size={16} className={css.alert} role="img" aria-label={t('Falta o título')} />}
          {state === 'draft' && <span className={css.draft}>{t('rascunho')}</span>}
        </button>
        <span className={css.actions}>
          <IconButton size="sm" label={t('Adicionar opção dentro de {{name}}', { name })} onClick={on.onAddInside}>
            <IconPlus size={18} />
          </IconButton>
          <IconButton size="sm" label={t('Adicionar opção depois de {{name}}', { name })} onClick={on.onAddAfter}>
            <IconRowInsertBottom size={18} />
          </IconButton>
          <IconButton size="sm" label={t('Excluir {{name}}', { name })} onClick={on.onDelete}>
            <IconTrash size={18} />
          </IconButton>
        </span>
      </div>
      {selected && !isDragging && children}
    </li>
  );
}
