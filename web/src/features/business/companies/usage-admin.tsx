import { type CompanyUsage, type UsageSort, usageSorts } from '@balcao/contract/usage';
import { Button, Select } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChartBar } from '@tabler/icons-react';
import { useState } from 'react';
import { useCompaniesUsage } from '../../../data/companies/queries.ts';
import { formatBytes, formatDateTime, formatNumber } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { SearchInput } from '../../../ui/fields/search-input.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import css from '../../../ui/page/records.module.css';

/** What companies use, for operators. */
export function UsageAdmin() {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<UsageSort>('messages');
  const [order, setOrder] = useState<'asc' | 'desc'>('desc');
  const list = useCompaniesUsage(search, sort, order);
  const of = (used: number, limit: number | undefined) =>
    limit === undefined ? formatNumber(used) : `${formatNumber(used)} / ${formatNumber(limit)}`;
  const columns: Column<CompanyUsage>[] = [
    { id: 'name', header: t('Empresa'), lead: true, cell: ({ name, plan }) => <TwoLines first={name} second={plan?.name} /> },
    { id: 'users', header: t('Usuários'), align: 'end', oneLine: true, cell: ({ users, plan }) => of(users, plan?.users) },
    {
      id: 'connections',
      header: t('Conexões'),
      align: 'end',
      oneLine: true,
      cell: ({ connections, plan }) => of(connections, plan?.connections),
    },
    {
      id: 'messages',
      header: t('Mensagens no mês'),
      align: 'end',
      cell: ({ monthMessages, messages }) => (
        <TwoLines first={formatNumber(monthMessages)} second={t('{{total}} ao todo', { total: formatNumber(messages) })} />
      ),
    },
    { id: 'storage', header: t('Arquivos'), align: 'end', oneLine: true, cell: ({ storageBytes }) => formatBytes(storageBytes) },
    { id: 'tokens', header: t('Tokens de IA no mês'), align: 'end', cell: ({ aiTokens }) => formatNumber(aiTokens) },
    {
      id: 'at',
      header: t('Contado em'),
      oneLine: true,
      cell: ({ measuredAt }) => (measuredAt ? formatDateTime(measuredAt) : t('ainda não')),
    },
  ];
  return (
    <>
      <div className={css.bar}>
        <SearchInput label={t('Buscar empresa')} value={search} onSearch={setSearch} />
        <Select
          aria-label={t('Ordenar por')}
          allowDeselect={false}
          data={usageSorts.map((each) => ({ value: each, label: sortText(each) }))}
          value={sort}
          onChange={(chosen) => setSort(usageSorts.find((each) => each === chosen) ?? 'name')}
        />
        <Button
          variant="default"
          leftSection={order === 'desc' ? <IconArrowDown size={16} /> : <IconArrowUp size={16} />}
          onClick={() => setOrder(order === 'desc' ? 'asc' : 'desc')}
        >
          {order === 'desc' ? t('Maiores primeiro') : t('Menores primeiro')}
        </Button>
      </div>
      <DataTable
        label={t('Uso por empresa')}
        columns={columns}
        list={list}
        nameOf={({ name }) => name}
        empty={
          <EmptyState art={<IconChartBar />} title={t('Nenhuma empresa encontrada')}>
            {t('Nenhuma empresa tem este nome ou e-mail. Confira a busca.')}
          </EmptyState>
        }
      />
    </>
  );
}

function sortText(sort: UsageSort): string {
  const texts: Record<UsageSort, string> = {
    name: t('Empresa'),
    users: t('Usuários'),
    connections: t('Conexões'),
    messages: t('Mensagens no mês'),
    storage: t('Arquivos'),
    aiTokens: t('Tokens de IA no mês'),
  };
  return texts[sort];
}
