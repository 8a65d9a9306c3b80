import type { AutomationView } from '@balcao/contract/automations';
import { Button } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCircleCheck,
  IconListDetails,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconRoute,
  IconTrash,
} from '@tabler/icons-react';
import { formatShortDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { actionText, eventText } from './automation-text.ts';

export type AutomationsTableProps = {
  list: { rows: AutomationView[] | undefined; error: unknown; retry: () => void };
  onEdit: (record: AutomationView) => void;
  onLog: (record: AutomationView) => void;
  onSwitch: (record: AutomationView) => void;
  /** Puts it one place up (-1) or down (1). */
  onMove: (record: AutomationView, step: -1 | 1) => void;
  onDelete: (record: AutomationView) => void;
  onAdd: () => void;
};

/** The automations in the order in which they act. */
export function AutomationsTable({ list, onEdit, onLog, onSwitch, onMove, onDelete, onAdd }: AutomationsTableProps) {
  const places = new Map(list.rows?.map(({ id }, index) => [id, index + 1]));
  const columns: Column<AutomationView>[] = [
    {
      id: 'name',
      header: t('Nome'),
      lead: true,
      cell: ({ name, event, actions }) => (
        <TwoLines first={name} second={`${eventText(event)} → ${actions.map((action) => actionText(action.do)).join(', ')}`} />
      ),
    },
    { id: 'place', header: t('Ordem'), width: '90px', align: 'end', cell: ({ id }) => places.get(id) },
    { id: 'state', header: t('Estado'), width: '150px', cell: ({ active }) => <StateChip active={active} /> },
    {
      id: 'last',
      header: t('Última vez'),
      width: '160px',
      cell: ({ lastFiredAt }) => (lastFiredAt ? formatShortDateTime(lastFiredAt) : t('Nunca')),
    },
  ];
  return (
    <DataTable
      label={t('Automações')}
      columns={columns}
      list={list}
      nameOf={({ name }) => name}
      onOpen={onEdit}
      actions={(row) => [
        { label: t('Editar'), icon: <IconPencil size={18} />, onClick: () => onEdit(row) },
        { label: t('Ver registro'), icon: <IconListDetails size={18} />, onClick: () => onLog(row) },
        row.active
          ? { label: t('Desativar'), icon: <IconPlayerPause size={18} />, onClick: () => onSwitch(row) }
          : { label: t('Ativar'), icon: <IconPlayerPlay size={18} />, onClick: () => onSwitch(row) },
        ...(places.get(row.id) === 1 ? [] : [{ label: t('Subir'), icon: <IconArrowUp size={18} />, onClick: () => onMove(row, -1) }]),
        ...(places.get(row.id) === places.size
          ? []
          : [{ label: t('Descer'), icon: <IconArrowDown size={18} />, onClick: () => onMove(row, 1) }]),
        { label: t('Excluir'), icon: <IconTrash size={18} />, onClick: () => onDelete(row), danger: true },
      ]}
      empty={
        <EmptyState
          art={<IconRoute />}
          title={t('Deixe o repetitivo acontecer sozinho')}
          action={
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
              {t('Adicionar automação')}
            </Button>
          }
        >
          {t('Por exemplo: quando o cliente escreve “boleto”, mover para o Financeiro; quando alguém espera 15 minutos, avisar a fila.')}
        </EmptyState>
      }
    />
  );
}

function StateChip({ active }: { active: boolean }) {
  return active ? (
    <StatusChip tone="ok" icon={<IconCircleCheck size={14} aria-hidden />}>
      {t('Ligada')}
    </StatusChip>
  ) : (
    <StatusChip tone="quiet" icon={<IconPlayerPause size={14} aria-hidden />}>
      {t('Desligada')}
    </StatusChip>
  );
}
