import type { CampaignView } from '@balcao/contract/campaigns';
import { Button } from '@mantine/core';
import { IconChartBar, IconPencil, IconPlayerPlay, IconPlayerStop, IconPlus, IconSpeakerphone, IconTrash } from '@tabler/icons-react';
import { formatNumber, formatShortDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { haltText, statusTones, statusWord } from './words.ts';

export type CampaignsTableProps = {
  list: InfiniteRows<CampaignView>;
  searching: boolean;
  onReport: (record: CampaignView) => void;
  onEdit: (record: CampaignView) => void;
  onCancel: (record: CampaignView) => void;
  onRestart: (record: CampaignView) => void;
  onDelete: (record: CampaignView) => void;
  onAdd: () => void;
};

/** The campaigns by name, with how far each has come. */
export function CampaignsTable({ list, searching, onReport, onEdit, onCancel, onRestart, onDelete, onAdd }: CampaignsTableProps) {
  const columns: Column<CampaignView>[] = [
    {
      id: 'name',
      header: t('Nome'),
      lead: true,
      cell: ({ name, counts, halt }) => <TwoLines first={name} second={halt ? haltText(halt.reason) : progressText(counts)} />,
    },
    {
      id: 'status',
      header: t('Status'),
      width: '140px',
      cell: ({ status }) => <StatusChip tone={statusTones[status]}>{statusWord(status)}</StatusChip>,
    },
    { id: 'list', header: t('Lista de Contatos'), cell: ({ contactList }) => contactList?.name ?? t('Não definida') },
    { id: 'connection', header: t('Conexão'), cell: ({ whatsapp }) => whatsapp?.name ?? t('Não definida') },
    {
      id: 'scheduled',
      header: t('Agendamento'),
      oneLine: true,
      cell: ({ scheduledAt }) => (scheduledAt ? formatShortDateTime(scheduledAt) : t('Sem agendamento')),
    },
    {
      id: 'completed',
      header: t('Concluída'),
      oneLine: true,
      cell: ({ completedAt }) => (completedAt ? formatShortDateTime(completedAt) : t('Não concluída')),
    },
  ];
  return (
    <DataTable
      label={t('Campanhas')}
      columns={columns}
      list={list}
      nameOf={({ name }) => name}
      onOpen={onReport}
      actions={(record) => [
        ...(record.status === 'EM_ANDAMENTO' || record.status === 'PROGRAMADA'
          ? [{ label: t('Parar campanha'), icon: <IconPlayerStop size={18} />, onClick: () => onCancel(record) }]
          : []),
        ...(record.status === 'CANCELADA'
          ? [{ label: t('Reiniciar campanha'), icon: <IconPlayerPlay size={18} />, onClick: () => onRestart(record) }]
          : []),
        { label: t('Relatório'), icon: <IconChartBar size={18} />, onClick: () => onReport(record) },
        { label: t('Editar'), icon: <IconPencil size={18} />, onClick: () => onEdit(record) },
        ...(record.status === 'EM_ANDAMENTO'
          ? []
          : [{ label: t('Excluir'), icon: <IconTrash size={18} />, onClick: () => onDelete(record), danger: true }]),
      ]}
      empty={
        searching ? (
          <EmptyState art={<IconSpeakerphone />} title={t('Nenhuma campanha encontrada')}>
            {t('Nenhuma tem este nome. Confira a busca.')}
          </EmptyState>
        ) : (
          <EmptyState
            art={<IconSpeakerphone />}
            title={t('Uma mensagem para muita gente, no ritmo certo')}
            action={
              <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
                {t('Adicionar campanha')}
              </Button>
            }
          >
            {t(
              'Escolha uma lista, escreva até cinco variações e acompanhe quem recebeu, leu e respondeu. Quem pediu para sair não recebe.',
            )}
          </EmptyState>
        )
      }
    />
  );
}

function progressText({ total, valid, delivered }: CampaignView['counts']): string | undefined {
  return total === 0
    ? undefined
    : t('{{delivered}} de {{valid}} entregues', { delivered: formatNumber(delivered), valid: formatNumber(valid) });
}
