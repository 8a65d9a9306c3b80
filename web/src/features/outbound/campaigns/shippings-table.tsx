import { type ShippingFilter, shippingFilters } from '@balcao/contract/campaign-rules';
import type { CampaignCounts, ShippingView } from '@balcao/contract/campaigns';
import { Button } from '@mantine/core';
import { IconMessage, IconRefresh, IconSend } from '@tabler/icons-react';
import { formatNumber, formatPhone, formatShortDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import css from './report.module.css';
import { reasonText, stateOf } from './words.ts';

export type ShippingsTableProps = {
  list: InfiniteRows<ShippingView>;
  counts: CampaignCounts;
  filter: ShippingFilter | null;
  onFilter: (filter: ShippingFilter | null) => void;
  onOpen: (ticketUuid: string) => void;
  /** Null: there is nothing to send again now. */
  onRetry: (() => void) | null;
  retrying: boolean;
};

/** The contacts of a campaign with state and reason, by state. */
export function ShippingsTable({ list, counts, filter, onFilter, onOpen, onRetry, retrying }: ShippingsTableProps) {
  const words: Record<ShippingFilter, string> = {
    replied: t('Responderam'),
    read: t('Lidas'),
    unread: t('Não lidas'),
    failed: t('Falharam'),
    skipped: t('Não enviadas'),
    waiting: t('Na fila'),
  };
  const total = counts.waiting + counts.delivered + counts.failed + counts.skipped;
  const columns: Column<ShippingView>[] = [
    { id: 'contact', header: t('Contato'), lead: true, cell: ({ name, number }) => <TwoLines first={name} second={formatPhone(number)} /> },
    {
      id: 'variant',
      header: t('Mensagem'),
      cell: ({ variant, message }) => (variant === null ? (message === '' ? '–' : t('Modelo')) : t('Variante {{n}}', { n: variant })),
    },
    {
      id: 'state',
      header: t('Estado'),
      cell: (row) => {
        const { word, tone } = stateOf(row);
        return <StatusChip tone={tone}>{word}</StatusChip>;
      },
    },
    {
      id: 'reason',
      header: t('Motivo ou resposta'),
      cell: ({ reason, reply }) => (reason ? reasonText(reason) : reply ? `“${reply}”` : '–'),
    },
    {
      id: 'at',
      header: t('Hora'),
      align: 'end',
      oneLine: true,
      cell: ({ sentAt, repliedAt }) => {
        const at = repliedAt ?? sentAt;
        return at ? formatShortDateTime(at) : t('a enviar');
      },
    },
  ];
  return (
    <>
      <div className={css.filters} role="group" aria-label={t('Filtrar por estado')}>
        <button type="button" aria-pressed={filter === null} onClick={() => onFilter(null)}>
          {t('Todos')} <b>{formatNumber(total)}</b>
        </button>
        {shippingFilters.map((each) => (
          <button key={each} type="button" aria-pressed={filter === each} onClick={() => onFilter(each)}>
            {words[each]} <b>{formatNumber(counts[each])}</b>
          </button>
        ))}
        {onRetry && counts.failed > 0 && (
          <Button variant="light" size="sm" leftSection={<IconRefresh size={16} />} loading={retrying} onClick={onRetry}>
            {t('Tentar de novo as falhas')}
          </Button>
        )}
      </div>
      <DataTable
        label={t('Contatos da campanha')}
        columns={columns}
        list={list}
        nameOf={({ name }) => name}
        actions={({ ticketUuid }) =>
          ticketUuid ? [{ label: t('Abrir conversa'), icon: <IconMessage size={18} />, onClick: () => onOpen(ticketUuid) }] : []
        }
        empty={
          <EmptyState art={<IconSend />} title={t('Ninguém aqui')}>
            {filter ? t('Nenhum contato está neste estado.') : t('Os contatos da lista aparecem quando o envio começa.')}
          </EmptyState>
        }
      />
    </>
  );
}
