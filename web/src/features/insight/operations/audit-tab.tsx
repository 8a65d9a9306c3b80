import { isAuditVerb } from '@balcao/contract/audit-rules';
import type { AuditView } from '@balcao/contract/operations';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import type { AuditSearch } from '../../../data/operations/keys.ts';
import { notifyError } from '../../../platform/errors.ts';
import { formatDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import type { InfiniteRows } from '../../../platform/infinite-rows.ts';
import { SearchInput } from '../../../ui/fields/search-input.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { auditDetails } from './audit-details.ts';
import { auditChoices, auditText } from './audit-texts.ts';
import { useExportAudit } from './mutations.ts';
import css from './operations.module.css';

type AuditProps = { list: InfiniteRows<AuditView>; search: AuditSearch; onSearch: (search: AuditSearch) => void };

/** Who did what, in all companies. */
export function AuditTab({ list, search, onSearch }: AuditProps) {
  const takeOut = useExportAudit();
  const day = (name: 'from' | 'to', value: string) => {
    const { [name]: _, ...rest } = search;
    onSearch(value ? { ...rest, [name]: value } : rest);
  };
  const columns: Column<AuditView>[] = [
    {
      id: 'verb',
      header: t('O que'),
      lead: true,
      cell: (entry) => <TwoLines first={auditText(entry.verb)} second={entry.subject ?? undefined} />,
    },
    { id: 'at', header: t('Quando'), oneLine: true, cell: (entry) => formatDateTime(entry.at) },
    { id: 'actor', header: t('Quem'), cell: (entry) => <TwoLines first={entry.actor ?? t('O sistema')} second={entry.ip ?? undefined} /> },
    { id: 'company', header: t('Empresa'), cell: (entry) => entry.company.name },
    {
      id: 'details',
      header: t('Detalhes'),
      cell: (entry) => <Details {...entry} />,
    },
  ];
  return (
    <>
      <div className={css.filters}>
        <SearchInput
          label={t('Buscar na auditoria')}
          value={search.searchParam}
          onSearch={(searchParam) => onSearch({ ...search, searchParam })}
        />
        <NativeSelect
          label={t('Ação')}
          value={search.verb ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const { verb: _, ...rest } = search;
            onSearch(isAuditVerb(value) ? { ...rest, verb: value } : rest);
          }}
          data={[{ value: '', label: t('Todas as ações') }, ...auditChoices()]}
        />
        <TextInput type="date" label={t('De')} value={search.from ?? ''} onChange={(event) => day('from', event.currentTarget.value)} />
        <TextInput type="date" label={t('Até')} value={search.to ?? ''} onChange={(event) => day('to', event.currentTarget.value)} />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={takeOut.isPending}
          onClick={() => takeOut.mutate(search, { onError: (error) => notifyError(error) })}
        >
          {t('Exportar (.csv)')}
        </Button>
      </div>
      <DataTable
        label={t('Registro de auditoria')}
        columns={columns}
        list={list}
        nameOf={(entry) => auditText(entry.verb)}
        empty={
          <EmptyState art={<IconHistory />} title={t('Nada registrado neste período')}>
            {t('Sem datas, mostram-se os últimos 30 dias. O registro guarda dois anos.')}
          </EmptyState>
        }
      />
    </>
  );
}

function Details({ details }: Pick<AuditView, 'details'>) {
  const lines = auditDetails(details);
  if (lines.length === 0) return null;
  return (
    <dl className={css.details}>
      {lines.map(({ label, value }) => (
        <div key={label}>
          {label && <dt>{label}:</dt>} <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
