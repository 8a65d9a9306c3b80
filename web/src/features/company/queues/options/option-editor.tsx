import { type CollisionDetection, closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { Button } from '@mantine/core';
import { IconPlus, IconSitemap } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../../platform/i18n.ts';
import { useStore } from '../../../../platform/store.ts';
import { confirmDelete } from '../../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState } from '../../../../ui/page/empty-state.tsx';
import type { Script } from '../preview/preview.ts';
import css from './option-editor.module.css';
import { OptionFields } from './option-fields.tsx';
import { OptionLine } from './option-line.tsx';
import { nodeState, type Options } from './option-store.ts';
import {
  addAfter,
  addBelow,
  countBelow,
  newOption,
  type OptionRow,
  type OptionTree,
  placeOption,
  removeOption,
  rowsOf,
} from './option-tree.ts';

export type OptionEditorProps = {
  options: Options;
  about: Script['about'];
  selected: string | null;
  onSelect: (key: string | null) => void;
};

/** An option keeps its parent, so it can only be dropped among its siblings. */
const amongSiblings: CollisionDetection = (found) =>
  closestCenter({
    ...found,
    droppableContainers: found.droppableContainers.filter(({ data }) => data.current?.parentKey === found.active.data.current?.parentKey),
  });

/** The options of a queue, edited in place. */
export function OptionEditor({ options, about, selected, onSelect }: OptionEditorProps) {
  const state = useStore(options.store);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [drag, setDrag] = useState<{ key: string; from: number; over: string | null } | null>(null);
  const [told, setTold] = useState('');
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const rows = rowsOf(state.tree, drag ? new Set([...collapsed, drag.key]) : collapsed);
  const toggle = (key: string) => setCollapsed(collapsed.has(key) ? without(collapsed, key) : new Set([...collapsed, key]));
  const add = (place: (tree: OptionTree, key: string) => OptionTree) => {
    const key = options.newKey();
    options.edit((tree) => place(tree, key));
    onSelect(key);
  };
  const addInside = (parentKey: string | null) => {
    if (parentKey !== null) setCollapsed(without(collapsed, parentKey));
    add((tree, key) => addBelow(tree, parentKey, newOption(key)));
  };
  const move = ({ node, index, siblings }: OptionRow, to: number) => {
    if (to < 0 || to >= siblings || to === index) return;
    options.edit((tree) => placeOption(tree, node.key, to));
    setTold(t('{{name}}: lugar {{place}} de {{total}}', { name: node.title, place: to + 1, total: siblings }));
  };
  const onMoveByKey = (row: OptionRow, by: 1 | -1) => {
    const focused = document.activeElement;
    move(row, row.index + by);
    // Rendering the list again may lose the focus.
    window.requestAnimationFrame(() => focused instanceof HTMLElement && focused.focus());
  };
  const onDelete = async ({ node }: OptionRow) => {
    const name = node.title.trim() || t('Nova opção');
    const below = countBelow(node);
    const isEmpty = node.id === null && node.title.trim() === '' && node.message.trim() === '' && below === 0;
    const more =
      below > 0
        ? t('As {{count}} opções dentro dela também são excluídas, e as demais são renumeradas.', { count: below })
        : t('As demais opções são renumeradas.');
    if (!isEmpty && !(await confirmDelete(t('Excluir {{name}}?', { name }), more))) return;
    options.edit((tree) => removeOption(tree, node.key));
    onSelect(null);
  };
  const onDragEnd = ({ over }: DragEndEvent) => {
    const row = rows.find(({ node }) => node.key === drag?.key);
    const to = rows.find(({ node }) => node.key === over?.id)?.index;
    setDrag(null);
    if (row && to !== undefined) move(row, to);
  };
  return (
    <div className={css.editor}>
      <p className={css.hint}>{t('O cliente escolhe por número. As opções são salvas junto com a fila.')}</p>
      {rows.length === 0 ? (
        <EmptyState
          art={<IconSitemap />}
          title={t('Sem opções')}
          action={
            <Button leftSection={<IconPlus size={16} />} onClick={() => addInside(null)}>
              {t('Adicionar opção')}
            </Button>
          }
        >
          {t('Quem escolhe esta fila recebe a saudação e espera por uma pessoa. Com opções, o bot pergunta mais antes.')}
        </EmptyState>
      ) : (
        <DndContext
          sensors={sensors}
          collisionDetection={amongSiblings}
          accessibility={{
            screenReaderInstructions: { draggable: t('Use Alt com as setas para cima e para baixo para mudar de lugar.') },
            announcements: {
              onDragStart: () => undefined,
              onDragOver: () => undefined,
              onDragEnd: () => undefined,
              onDragCancel: () => undefined,
            },
          }}
          onDragStart={({ active }) => setDrag({ key: String(active.id), from: Number(active.data.current?.index), over: null })}
          onDragOver={({ over }) => setDrag((now) => now && { ...now, over: over ? String(over.id) : null })}
          onDragEnd={onDragEnd}
          onDragCancel={() => setDrag(null)}
        >
          <ol className={css.tree} aria-label={t('Opções do chatbot')}>
            {rows.map((row) => {
              const { node, index } = row;
              return (
                <OptionLine
                  key={node.key}
                  row={row}
                  state={nodeState(node, state)}
                  selected={selected === node.key}
                  collapsed={collapsed.has(node.key)}
                  drop={drag?.over === node.key && drag.key !== node.key ? (index > drag.from ? 'after' : 'before') : null}
                  onSelect={() => onSelect(selected === node.key ? null : node.key)}
                  onCollapse={() => toggle(node.key)}
                  onAddInside={() => addInside(node.key)}
                  onAddAfter={() => add((tree, key) => addAfter(tree, node.key, newOption(key)))}
                  onDelete={() => void onDelete(row)}
                  onMove={(by) => onMoveByKey(row, by)}
                >
                  <OptionFields node={node} options={options} about={about} />
                </OptionLine>
              );
            })}
          </ol>
        </DndContext>
      )}
      {rows.length > 0 && (
        <div>
          <Button variant="subtle" leftSection={<IconPlus size={16} />} onClick={() => addInside(null)}>
            {t('Adicionar opção')}
          </Button>
        </div>
      )}
      <span className="visually-hidden" role="status">
        {told}
      </span>
    </div>
  );
}

function without(keys: ReadonlySet<string>, key: string): Set<string> {
  return new Set([...keys].filter((each) => each !== key));
}
