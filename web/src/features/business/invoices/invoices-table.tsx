import type { InvoiceView } from '@balcao/contract/billing';
import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatDate, formatMoney } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { recurrenceText } from '../../../platform/recurrence-text.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { InvoiceState } from './invoice-state.tsx';

export type InvoicesTableProps = {
  list: InfiniteRows<InvoiceView>;
  searching: boolean;
  /** The company's time has run out. */
  isOver: boolean;
  /** Null for those who do not pay. */
  onPay: ((invoice: InvoiceView) => void) | null;
};

/** The invoices of the company. */
export function InvoicesTable({ list, searching, isOver, onPay }: InvoicesTableProps) {
  const columns: Column<InvoiceView>[] = [
    { id: 'id', header: t('Id'), width: '80px', lead: true, cell: ({ id }) => id },
    {
      id: 'detail',
      header: t('Detalhes'),
      cell: ({ detail, recurrence }) => <TwoLines first={detail} second={recurrenceText(recurrence)} />,
    },
    { id: 'value', header: t('Valor'), align: 'end', oneLine: true, cell: ({ value }) => formatMoney(value) },
    { id: 'due', header: t('Data Venc.'), oneLine: true, cell: ({ dueDate }) => formatDate(dueDate) },
    { id: 'status', header: t('Status'), cell: (invoice) => <InvoiceState invoice={invoice} /> },
    {
      id: 'action',
      header: t('Ação'),
      cell: (invoice) =>
        invoice.status === 'paid' ? (
          invoice.paidAt && t('Pix, {{date}}', { date: formatDate(invoice.paidAt) })
        ) : onPay ? (
          <Button size="compact-sm" onClick={() => onPay(invoice)} aria-label={t('Pagar a fatura {{id}}', { id: String(invoice.id) })}>
            {t('PAGAR')}
          </Button>
        ) : (
          t('Peça a um administrador')
        ),
    },
  ];
  return (
    <DataTable
      label={t('Faturas')}
      columns={columns}
      list={list}
      nameOf={({ id }) => t('Fatura {{id}}', { id: String(id) })}
      empty={
        <EmptyState
          art={<IconReceipt />}
          title={searching ? t('Nenhuma fatura encontrada') : t('Nenhuma fatura ainda')}
          action={
            !searching &&
            isOver &&
            onPay && (
              <Button component={Link} to="/financeiro?pagar=nova">
                {t('Assine Agora!')}
              </Button>
            )
          }
        >
          {searching
            ? t('Nenhuma fatura é assim. Confira a busca.')
            : isOver
              ? onPay
                ? t('A empresa está sem assinatura. Pague por Pix e volte a atender na hora.')
                : t('A empresa está sem assinatura. Peça a um administrador para pagar.')
              : t('A fatura do próximo período aparece aqui vinte dias antes do vencimento.')}
        </EmptyState>
      }
    />
  );
}
