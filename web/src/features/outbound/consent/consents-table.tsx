import type { ConsentView } from '@balcao/contract/consent';
import { IconBan, IconMailCheck } from '@tabler/icons-react';
import { formatPhone, formatShortDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { sourceText, stateText } from './consent-text.ts';

/** The ledger, newest first. */
export function ConsentsTable({ list }: { list: InfiniteRows<ConsentView> }) {
  const columns: Column<ConsentView>[] = [
    { id: 'who', header: t('Contato'), lead: true, cell: (entry) => entry.name || formatPhone(entry.number) || t('Número oculto') },
    { id: 'number', header: t('Número'), oneLine: true, cell: ({ number }) => (number ? formatPhone(number) : t('Número oculto')) },
    {
      id: 'state',
      header: t('O que disse'),
      width: '130px',
      cell: ({ state }) => (
        <StatusChip
          tone={state === 'out' ? 'warn' : 'ok'}
          icon={state === 'out' ? <IconBan size={14} aria-hidden /> : <IconMailCheck size={14} aria-hidden />}
        >
          {stateText(state)}
        </StatusChip>
      ),
    },
    { id: 'words', header: t('Palavras'), cell: ({ words }) => words || '—' },
    { id: 'source', header: t('Como'), cell: sourceText },
    { id: 'at', header: t('Quando'), oneLine: true, cell: ({ createdAt }) => formatShortDateTime(createdAt) },
  ];
  return (
    <DataTable
      label={t('Registro de consentimento')}
      columns={columns}
      list={list}
      nameOf={({ name, number }) => name || number}
      empty={
        <EmptyState art={<IconMailCheck />} title={t('Ninguém pediu para sair')}>
          {t('Quem escreve a palavra de saída, sozinha, deixa de receber campanhas e aparece aqui, com a hora e as palavras.')}
        </EmptyState>
      }
    />
  );
}
