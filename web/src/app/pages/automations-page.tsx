import { automationLimits } from '@balcao/contract/automation-rules';
import type { AutomationView } from '@balcao/contract/automations';
import { Button } from '@mantine/core';
import { IconListDetails, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAutomations } from '../../data/automations/queries.ts';
import { AutomationDialog } from '../../features/automation/automations/automation-dialog.tsx';
import { AutomationsTable } from '../../features/automation/automations/automations-table.tsx';
import { FiringsPanel } from '../../features/automation/automations/firings-panel.tsx';
import { useDeleteAutomation, useOrderAutomations, useSwitchAutomation } from '../../features/automation/automations/mutations.ts';
import { notifyError } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { confirmDelete } from '../../ui/dialog/confirm-dialog.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';

/** When something happens, if this holds, then do that. */
export function AutomationsPage() {
  usePageTitle(t('Automações'));
  const automations = useAutomations();
  const remove = useDeleteAutomation();
  const order = useOrderAutomations();
  const turn = useSwitchAutomation();
  const [edited, setEdited] = useState<AutomationView | 'new' | null>(null);
  const [logOf, setLogOf] = useState<AutomationView | 'all' | null>(null);
  const rows = automations.data;
  const refused = { onError: (error: unknown) => notifyError(error) };
  const onDelete = async ({ id, name }: AutomationView) => {
    if (!(await confirmDelete(t('Excluir {{name}}?', { name }), t('O registro do que ela fez é excluído também.')))) return;
    remove.mutate(id, { onSuccess: () => toastSuccess(t('Automação excluída com sucesso.'), toastLife.administration), ...refused });
  };
  const onMove = ({ id }: AutomationView, step: -1 | 1) => {
    const ids = (rows ?? []).map((row) => row.id);
    const at = ids.indexOf(id);
    ids.splice(at + step, 0, ...ids.splice(at, 1));
    order.mutate(ids, refused);
  };
  return (
    <Page>
      <PageHeader
        title={t('Automações')}
        count={rows?.length}
        actions={
          <>
            <Button variant="default" leftSection={<IconListDetails size={16} />} onClick={() => setLogOf('all')}>
              {t('Registro')}
            </Button>
            <Button
              leftSection={<IconPlus size={16} />}
              disabled={(rows?.length ?? 0) >= automationLimits.count}
              onClick={() => setEdited('new')}
            >
              {t('Adicionar automação')}
            </Button>
          </>
        }
      />
      <AutomationsTable
        list={{ rows, error: automations.error, retry: () => void automations.refetch() }}
        onEdit={setEdited}
        onLog={setLogOf}
        onSwitch={({ id, active }) => turn.mutate({ id, active: !active }, refused)}
        onMove={onMove}
        onDelete={(row) => void onDelete(row)}
        onAdd={() => setEdited('new')}
      />
      {edited && (
        <AutomationDialog
          key={edited === 'new' ? 'new' : edited.id}
          record={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {logOf && <FiringsPanel automation={logOf === 'all' ? null : logOf} onClose={() => setLogOf(null)} />}
    </Page>
  );
}
