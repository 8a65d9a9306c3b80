import { type DeliveryState, deliveryStates } from '@balcao/contract/webhook-rules';
import type { DeliveryView, WebhookView } from '@balcao/contract/webhooks';
import { Button, SegmentedControl } from '@mantine/core';
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useDeliveries, useDelivery, useWebhook } from '../../../data/webhooks/queries.ts';
import { errorText, notifyError } from '../../../platform/errors.ts';
import { formatShortDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { SidePanel } from '../../../ui/dialog/side-panel.tsx';
import { LoadedRows } from '../../../ui/list/loaded-rows.tsx';
import { StatusChip, type Tone } from '../../../ui/marks/status-chip.tsx';
import { Skeleton } from '../../../ui/page/skeleton.tsx';
import { CodeBlock } from '../../../ui/text/code-block.tsx';
import { deliveryStateText, deliveryText, reasonText } from './event-text.ts';
import { useReplayDead, useReplayDelivery, useTestWebhook } from './mutations.ts';
import css from './webhooks.module.css';

const tones: Record<DeliveryState, Tone> = { waiting: 'warn', delivered: 'ok', dead: 'bad' };

/** What was and will be sent to a webhook, and what can be done about it. */
export function DeliveriesPanel({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const [state, setState] = useState<DeliveryState | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const now = useWebhook(webhook.id, { often: true });
  const list = useDeliveries(webhook.id, state);
  const test = useTestWebhook();
  const replay = useReplayDead();
  const dead = now.data?.dead ?? 0;
  const onReplay = () =>
    replay.mutate(webhook.id, {
      onSuccess: ({ count }) => toastSuccess(t('{{count}} envios voltaram para a fila', { count }), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={webhook.name}
      width={560}
      foot={
        <>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            disabled={dead === 0}
            loading={replay.isPending}
            onClick={onReplay}
          >
            {t('Reenviar os que desistiram')}
          </Button>
          <Button
            leftSection={<IconSend size={16} />}
            loading={test.isPending}
            disabled={now.data ? !now.data.active : false}
            onClick={() => test.mutate(webhook.id, { onError: (error) => notifyError(error) })}
          >
            {t('Enviar teste')}
          </Button>
        </>
      }
    >
      <p className={css.url}>{webhook.url}</p>
      {now.data && (
        <p className={css.counts} role="status">
          {t('Na fila: {{waiting}} · desistiu: {{dead}}', { waiting: now.data.waiting, dead: now.data.dead })}
        </p>
      )}
      <SegmentedControl
        fullWidth
        aria-label={t('Quais envios')}
        value={state ?? 'all'}
        onChange={(value) => setState(deliveryStates.find((each) => each === value) ?? null)}
        data={[{ value: 'all', label: t('Todos') }, ...deliveryStates.map((value) => ({ value, label: deliveryStateText(value) }))]}
      />
      <LoadedRows
        list={list}
        loadingLabel={t('Carregando')}
        failedTitle={t('Não foi possível abrir os envios')}
        empty={<p className={css.none}>{t('Nenhum envio por aqui. Os entregues ficam 7 dias, os que desistiram 30.')}</p>}
      >
        {(rows) => (
          <ul className={css.log}>
            {rows.map((row) => (
              <DeliveryRow key={row.id} row={row} open={opened === row.id} onToggle={() => setOpened(opened === row.id ? null : row.id)} />
            ))}
          </ul>
        )}
      </LoadedRows>
    </SidePanel>
  );
}

function DeliveryRow({ row, open, onToggle }: { row: DeliveryView; open: boolean; onToggle: () => void }) {
  return (
    <li className={css.row}>
      <button type="button" className={css.head} aria-expanded={open} onClick={onToggle}>
        <span className={css.what}>
          <b>{deliveryText(row.event)}</b>
          <small>
            {formatShortDateTime(row.createdAt)}
            {row.attempts > 0 && ` · ${t('tentativas: {{attempts}}', { attempts: row.attempts })}`}
            {row.ms !== null && ` · ${row.ms} ms`}
          </small>
          {row.reason && <small className={css.reason}>{reasonText(row.reason, row.status)}</small>}
        </span>
        <StatusChip tone={tones[row.state]}>{deliveryStateText(row.state)}</StatusChip>
      </button>
      {open && <DeliveryBody id={row.id} waits={row.state === 'waiting'} />}
    </li>
  );
}

function DeliveryBody({ id, waits }: { id: number; waits: boolean }) {
  const detail = useDelivery(id);
  const replay = useReplayDelivery();
  if (!detail.data) return detail.error ? <p className={css.none}>{errorText(detail.error)}</p> : <Skeleton height={90} />;
  return (
    <div className={css.detail}>
      <h3>{t('Enviado')}</h3>
      <CodeBlock label={t('Enviado')} text={pretty(detail.data.body)} wrap />
      {detail.data.answer && (
        <>
          <h3>{t('Resposta')}</h3>
          <CodeBlock label={t('Resposta')} text={detail.data.answer} wrap />
        </>
      )}
      <Button
        size="xs"
        variant="default"
        disabled={waits}
        loading={replay.isPending}
        onClick={() => replay.mutate(id, { onError: (error) => notifyError(error) })}
      >
        {t('Enviar de novo')}
      </Button>
    </div>
  );
}

function pretty(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}
