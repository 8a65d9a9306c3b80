import { planFlags } from '@balcao/contract/plan-rules';
import type { PlanView } from '@balcao/contract/plans';
import { Button } from '@mantine/core';
import { IconPackage, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { usePlanPages } from '../../../data/plans/queries.ts';
import { notifyError } from '../../../platform/errors.ts';
import { formatMoney } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { confirmDelete } from '../../../ui/dialog/confirm-dialog.tsx';
import { SearchInput } from '../../../ui/fields/search-input.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import css from '../../../ui/page/records.module.css';
import { useDeletePlan } from './mutations.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { flagText } from './plan-form.ts';

/** Where operators keep the plans. */
export function PlansAdmin() {
  const [search, setSearch] = useState('');
  const plans = usePlanPages(search);
  const remove = useDeletePlan();
  const [edited, setEdited] = useState<PlanView | 'new' | null>(null);
  const onDelete = async ({ id, name }: PlanView) => {
    if (!(await confirmDelete(t('Excluir {{name}}?', { name })))) return;
    remove.mutate(id, {
      onSuccess: () => toastSuccess(t('Operação realizada com sucesso!'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  };
  const columns: Column<PlanView>[] = [
    { id: 'name', header: t('Nome'), lead: true, cell: (plan) => <TwoLines first={plan.name} second={featuresOf(plan)} /> },
    { id: 'users', header: t('Usuários'), align: 'end', cell: (plan) => plan.users },
    { id: 'connections', header: t('Conexões'), align: 'end', cell: (plan) => plan.connections },
    { id: 'queues', header: t('Filas'), align: 'end', cell: (plan) => plan.queues },
    { id: 'value', header: t('Valor por mês'), align: 'end', oneLine: true, cell: (plan) => formatMoney(plan.value) },
  ];
  return (
    <>
      <div className={css.bar}>
        <SearchInput label={t('Buscar plano')} value={search} onSearch={setSearch} />
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
          {t('Adicionar plano')}
        </Button>
      </div>
      <DataTable
        label={t('Planos')}
        columns={columns}
        list={plans}
        nameOf={(plan) => plan.name}
        onOpen={setEdited}
        actions={(plan) => [
          { label: t('Editar'), icon: <IconPencil size={18} />, onClick: () => setEdited(plan) },
          { label: t('Excluir'), icon: <IconTrash size={18} />, onClick: () => void onDelete(plan), danger: true },
        ]}
        empty={
          <EmptyState art={<IconPackage />} title={search ? t('Nenhum plano encontrado') : t('Nenhum plano ainda')}>
            {search ? t('Nenhum plano tem este nome. Confira a busca.') : t('Um plano diz quanto uma empresa paga e o que pode usar.')}
          </EmptyState>
        }
      />
      {edited && (
        <PlanDialog key={edited === 'new' ? 'new' : edited.id} record={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

function featuresOf(plan: PlanView): string {
  const has = planFlags.filter((flag) => plan[flag]);
  if (has.length === planFlags.length) return t('Todos os recursos');
  return has.length === 0 ? t('Sem recursos adicionais') : has.map(flagText).join(', ');
}
