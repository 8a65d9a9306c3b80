import type { WebhookView } from '@balcao/contract/webhooks';
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconKey,
  IconListDetails,
  IconPencil,
  IconPlayerPause,
  IconPlus,
  IconTrash,
  IconWebhook,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useWebhooks } from '../../../data/webhooks/queries.ts';
import { notifyError } from '../../../platform/errors.ts';
import { formatShortDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { confirm, confirmDelete } from '../../../ui/dialog/confirm-dialog.tsx';
import { SecretDialog } from '../../../ui/dialog/secret-dialog.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { Lead } from '../../../ui/page/lead.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { useDeleteWebhook, useRenewSecret } from './mutations.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import css from './webhooks.module.css';

/** The addresses that are told what happens. */
export function Webhooks() {
  const webhooks = useWebhooks();
  const remove = useDeleteWebhook();
  const renew = useRenewSecret();
  const [edited, setEdited] = useState<WebhookView | 'new' | null>(null);
  const [logOf, setLogOf] = useState<WebhookView | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const onDelete = async ({ id, name }: WebhookView) => {
    if (!(await confirmDelete(t('Excluir {{name}}?', { name }), t('O registro de envios é excluído, e o que está na fila não é enviado.'))))
      return;
    remove.mutate(id, {
      onSuccess: () => toastSuccess(t('Webhook excluído com sucesso.'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  };
  const onRenew = async ({ id }: WebhookView) => {
    const asked = confirm({
      title: t('Trocar o segredo?'),
      text: t('O que for enviado a partir de agora é assinado com o novo. Atualize logo o sistema que recebe.'),
      confirmLabel: t('Trocar'),
    });
    if (await asked) renew.mutate(id, { onSuccess: setSecret, onError: (error) => notifyError(error) });
  };
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
      {t('Adicionar webhook')}
    </Button>
  );
  const columns: Column<WebhookView>[] = [
    {
      id: 'name',
      header: t('Nome'),
      lead: true,
      cell: ({ name, url }) => <TwoLines first={name} second={<span className={css.url}>{url}</span>} />,
    },
    { id: 'state', header: t('Situação'), width: '170px', cell: (row) => <HealthChip webhook={row} /> },
    { id: 'events', header: t('Eventos'), width: '100px', align: 'end', cell: ({ events }) => events.length },
    {
      id: 'last',
      header: t('Última entrega'),
      width: '150px',
      cell: ({ lastDeliveredAt }) => (lastDeliveredAt ? formatShortDateTime(lastDeliveredAt) : t('Nenhuma ainda')),
    },
  ];
  return (
    <>
      <Lead action={webhooks.data && webhooks.data.length > 0 && add}>
        {t('Um webhook avisa outro sistema do que acontece, na hora e assinado. O que falha é tentado de novo por um dia.')}
      </Lead>
      <DataTable
        label={t('Webhooks')}
        columns={columns}
        list={{ rows: webhooks.data, error: webhooks.error, retry: () => void webhooks.refetch() }}
        nameOf={({ name }) => name}
        onOpen={setLogOf}
        actions={(row) => [
          { label: t('Ver envios'), icon: <IconListDetails size={18} />, onClick: () => setLogOf(row) },
          { label: t('Editar'), icon: <IconPencil size={18} />, onClick: () => setEdited(row) },
          { label: t('Trocar segredo'), icon: <IconKey size={18} />, onClick: () => void onRenew(row) },
          { label: t('Excluir'), icon: <IconTrash size={18} />, onClick: () => void onDelete(row), danger: true },
        ]}
        empty={
          <EmptyState art={<IconWebhook />} title={t('Avise outros sistemas do que acontece')} action={add}>
            {t('Por exemplo: cada mensagem de cliente vai para o seu CRM, cada atendimento resolvido para o seu relatório.')}
          </EmptyState>
        }
      />
      {edited && (
        <WebhookDialog
          key={edited === 'new' ? 'new' : edited.id}
          record={edited === 'new' ? null : edited}
          onMade={setSecret}
          onClose={() => setEdited(null)}
        />
      )}
      {logOf && <DeliveriesPanel webhook={logOf} onClose={() => setLogOf(null)} />}
      {secret && (
        <SecretDialog
          title={t('Segredo do webhook')}
          label={t('Segredo que assina os envios')}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}

function HealthChip({ webhook: { active, failingSince } }: { webhook: WebhookView }) {
  if (!active)
    return (
      <StatusChip tone="quiet" icon={<IconPlayerPause size={14} aria-hidden />}>
        {t('Desligado')}
      </StatusChip>
    );
  if (failingSince)
    return (
      <StatusChip tone="bad" icon={<IconAlertTriangle size={14} aria-hidden />}>
        {t('Falha desde {{at}}', { at: formatShortDateTime(failingSince) })}
      </StatusChip>
    );
  return (
    <StatusChip tone="ok" icon={<IconCircleCheck size={14} aria-hidden />}>
      {t('Ligado')}
    </StatusChip>
  );
}
