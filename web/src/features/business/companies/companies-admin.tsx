import type { ListedCompany } from '@balcao/contract/companies';
import { subscriptionDay } from '@balcao/contract/plan-rules';
import { dueTint } from '@balcao/contract/subscription-rules';
import { Button } from '@mantine/core';
import { IconBuilding, IconDoorEnter, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useCompanies } from '../../../data/companies/queries.ts';
import { usePlans } from '../../../data/plans/queries.ts';
import { now } from '../../../platform/clock.ts';
import { notifyError } from '../../../platform/errors.ts';
import { formatDate, formatMoney } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { recurrenceText } from '../../../platform/recurrence-text.ts';
import { useUser } from '../../../platform/session.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { confirm, confirmDelete } from '../../../ui/dialog/confirm-dialog.tsx';
import { SearchInput } from '../../../ui/fields/search-input.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import css from '../../../ui/page/records.module.css';
import { CompanyDialog } from './company-dialog.tsx';
import { useDeleteCompany, useEnterCompany } from './mutations.ts';

/** Where operators keep the companies. */
export function CompaniesAdmin() {
  const me = useUser();
  const [search, setSearch] = useState('');
  const companies = useCompanies(search);
  const plans = usePlans().data ?? [];
  const remove = useDeleteCompany();
  const enter = useEnterCompany();
  const [edited, setEdited] = useState<ListedCompany | 'new' | null>(null);
  const today = subscriptionDay(new Date(now()));
  const onDelete = async ({ id, name }: ListedCompany) => {
    const more = t('Tudo o que a empresa tem é apagado: conversas, contatos, arquivos. Não há volta.');
    if (!(await confirmDelete(t('Excluir {{name}}?', { name }), more))) return;
    remove.mutate(id, {
      onSuccess: () => toastSuccess(t('Operação realizada com sucesso!'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  };
  const onEnter = async ({ id, name }: ListedCompany) => {
    const sure = await confirm({
      title: t('Entrar em {{name}}?', { name }),
      text: t('Você trabalha como administrador da empresa. O que fizer fica registrado com o seu nome.'),
      confirmLabel: t('Entrar'),
    });
    if (sure) enter.mutate(id, { onError: (error) => notifyError(error) });
  };
  const columns: Column<ListedCompany>[] = [
    { id: 'name', header: t('Nome'), lead: true, cell: ({ name, email }) => <TwoLines first={name} second={email ?? undefined} /> },
    {
      id: 'plan',
      header: t('Plano'),
      cell: ({ plan }) => (plan ? <TwoLines first={plan.name} second={formatMoney(plan.value)} /> : t('nenhum')),
    },
    { id: 'recurrence', header: t('Recorrência'), cell: ({ recurrence }) => recurrenceText(recurrence) },
    {
      id: 'due',
      header: t('Vencimento'),
      oneLine: true,
      cell: ({ dueDate }) => (dueDate ? <TwoLines first={formatDate(dueDate)} second={dueText(dueDate, today)} /> : t('sem vencimento')),
    },
    {
      id: 'status',
      header: t('Situação'),
      cell: ({ status }) => <StatusChip tone={status ? 'ok' : 'quiet'}>{status ? t('Ativa') : t('Inativa')}</StatusChip>,
    },
  ];
  const record = edited === 'new' ? null : edited;
  return (
    <>
      <div className={css.bar}>
        <SearchInput label={t('Buscar empresa')} value={search} onSearch={setSearch} />
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
          {t('Adicionar empresa')}
        </Button>
      </div>
      <DataTable
        label={t('Empresas')}
        columns={columns}
        list={companies}
        nameOf={({ name }) => name}
        onOpen={setEdited}
        tintOf={({ dueDate }) => dueTint(dueDate, today)}
        actions={(company) => [
          { label: t('Editar'), icon: <IconPencil size={18} />, onClick: () => setEdited(company) },
          ...(company.id === me.companyId
            ? []
            : [
                { label: t('Entrar como administrador'), icon: <IconDoorEnter size={18} />, onClick: () => void onEnter(company) },
                { label: t('Excluir'), icon: <IconTrash size={18} />, onClick: () => void onDelete(company), danger: true },
              ]),
        ]}
        empty={
          <EmptyState art={<IconBuilding />} title={t('Nenhuma empresa encontrada')}>
            {t('Nenhuma empresa tem este nome ou e-mail. Confira a busca.')}
          </EmptyState>
        }
      />
      {edited && (
        <CompanyDialog
          key={record?.id ?? 'new'}
          record={record}
          latest={companies.rows?.find(({ id }) => id === record?.id) ?? record}
          plans={plans}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

function dueText(dueDate: string, today: string): string | undefined {
  const days = Math.round((Date.parse(dueDate) - Date.parse(today)) / 86_400_000);
  if (days > 30) return undefined;
  if (days < 0) return t('vencida há {{count}} dias', { count: -days });
  return days === 0 ? t('vence hoje') : t('vence em {{count}} dias', { count: days });
}
