import type { QueueView } from '@balcao/contract/queues';
import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconSitemap, IconTrash } from '@tabler/icons-react';
import { t } from '../../../../platform/i18n.ts';
import { type Column, DataTable } from '../../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../../ui/list/two-lines.tsx';
import { Dot } from '../../../../ui/marks/mark.tsx';
import { EmptyState } from '../../../../ui/page/empty-state.tsx';
import css from './queues-table.module.css';

export type QueuesTableProps = {
  list: { rows: readonly QueueView[] | undefined; error: unknown; retry: () => void };
  searching: boolean;
  onEdit: (queue: QueueView) => void;
  onDelete: (queue: QueueView) => void;
  onAdd: () => void;
};

/** The queues in their order. */
export function QueuesTable({ list, searching, onEdit, onDelete, onAdd }: QueuesTableProps) {
  const columns: Column<QueueView>[] = [
    {
      id: 'name',
      header: t('Nome'),
      lead: true,
      cell: (queue) => <TwoLines before={<Dot color={queue.color} square />} first={queue.name} />,
    },
    { id: 'id', header: t('ID'), align: 'end', width: '70px', cell: (queue) => queue.id },
    { id: 'color', header: t('Cor'), width: '120px', cell: (queue) => <code className={css.color}>{queue.color}</code> },
    {
      id: 'order',
      header: t('Ordem'),
      align: 'end',
      width: '90px',
      cell: (queue) => queue.orderQueue ?? <span className="visually-hidden">{t('sem ordem')}</span>,
    },
    {
      id: 'greeting',
      header: t('Mensagem de saudação'),
      cell: (queue) =>
        queue.greetingMessage ? (
          <span className={css.greeting} title={queue.greetingMessage}>
            {queue.greetingMessage}
          </span>
        ) : (
          <span className="visually-hidden">{t('sem saudação')}</span>
        ),
    },
  ];
  return (
    <DataTable
      label={t('Filas')}
      columns={columns}
      list={list}
      nameOf={(queue) => queue.name}
      onOpen={onEdit}
      actions={(queue) => [
        { label: t('Editar'), icon: <IconPencil size={18} />, onClick: () => onEdit(queue) },
        { label: t('Excluir'), icon: <IconTrash size={18} />, onClick: () => onDelete(queue), danger: true },
      ]}
      empty={
        searching ? (
          <EmptyState art={<IconSitemap />} title={t('Nenhuma fila encontrada')}>
            {t('Nenhuma fila tem este nome. Confira a busca.')}
          </EmptyState>
        ) : (
          <EmptyState
            art={<IconSitemap />}
            title={t('Crie sua primeira fila')}
            action={
              <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
                {t('Adicionar fila')}
              </Button>
            }
          >
            {t(
              'Filas separam as conversas por setor, como Vendas e Financeiro. O cliente escolhe uma pelo menu do bot e só quem atende nela recebe.',
            )}
          </EmptyState>
        )
      }
    />
  );
}
