import type { DeliveryView } from '@balcao/contract/integration-deliveries';
import { type DeliveryState, isUnderWay } from '@balcao/contract/integration-rules';
import type { IntegrationView } from '@balcao/contract/integrations';
import { Button, Switch } from '@mantine/core';
import { IconChevronDown, IconHistory, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useDeliveries, useDelivery } from '../../../data/integrations/queries.ts';
import { errorText, notifyError } from '../../../platform/errors.ts';
import { formatDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { SidePanel } from '../../../ui/dialog/side-panel.tsx';
import { LoadedRows } from '../../../ui/list/loaded-rows.tsx';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { ErrorState } from '../../../ui/page/error-state.tsx';
import { ScrollRegion } from '../../../ui/page/scroll-region.tsx';
import { FieldsSkeleton } from '../../../ui/page/skeleton.tsx';
import css from './delivery-log.module.css';
import { useSendAgain } from './mutations.ts';
import { reasonText } from './reason-text.ts';

/** What was sent to an integration in the last days, and what came of it. Mounted while it is open. */
export function DeliveryLog({ integration, onClose }: { integration: IntegrationView; onClose: () => void }) {
  const [failed, setFailed] = useState(false);
  const list = useDeliveries(integration.id, failed);
  return (
    <SidePanel opened onClose={onClose} title={`${t('Registro de envios')} · ${integration.name}`} width={560}>
      <Switch mb={12} label={t('Só as falhas')} checked={failed} onChange={(event) => setFailed(event.currentTarget.checked)} />
      <LoadedRows
        list={list}
        loadingLabel={t('Carregando')}
        failedTitle={t('Não foi possível abrir o registro')}
        empty={<NothingSent failed={failed} />}
      >
        {(rows) => (
          <ul className={css.list} aria-label={t('Registro de envios')}>
            {rows.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} />
            ))}
          </ul>
        )}
      </LoadedRows>
    </SidePanel>
  );
}

function NothingSent({ failed }: { failed: boolean }) {
  if (failed)
    return (
      <EmptyState art={<IconHistory />} title={t('Nenhuma falha')}>
        {t('Nos últimos sete dias tudo foi entregue.')}
      </EmptyState>
    );
  return (
    <EmptyState art={<IconHistory />} title={t('Nenhum envio ainda')}>
      {t('Cada mensagem enviada a este robô aparece aqui por sete dias, com o que ele respondeu.')}
    </EmptyState>
  );
}

function Delivery({ delivery }: { delivery: DeliveryView }) {
  const [open, setOpen] = useState(false);
  const { contactName, createdAt, state, reason, attempts } = delivery;
  return (
    <li className={css.delivery}>
      <button type="button" className={css.head} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className={css.who}>
          <strong>{contactName || t('Sem nome')}</strong>
          <small>{formatDateTime(createdAt)}</small>
        </span>
        <StateChip state={state} again={attempts > 0} />
        <IconChevronDown size={16} className={css.arrow} aria-hidden />
      </button>
      {reason && state !== 'done' && <p className={css.reason}>{reasonText(reason)}</p>}
      {state === 'dropped' && <p className={css.reason}>{t('Uma pessoa assumiu antes, ou a conversa terminou.')}</p>}
      {open && <Details delivery={delivery} />}
    </li>
  );
}

function StateChip({ state, again }: { state: DeliveryState; again: boolean }) {
  switch (state) {
    case 'waiting':
      return <StatusChip tone="info">{again ? t('Tenta de novo') : t('A caminho')}</StatusChip>;
    case 'answering':
      return <StatusChip tone="info">{t('Respondendo')}</StatusChip>;
    case 'done':
      return <StatusChip tone="ok">{t('Entregue')}</StatusChip>;
    case 'failed':
      return <StatusChip tone="bad">{t('Falhou')}</StatusChip>;
    case 'dropped':
      return <StatusChip tone="quiet">{t('Não enviado')}</StatusChip>;
  }
}

function Details({ delivery }: { delivery: DeliveryView }) {
  const details = useDelivery(delivery);
  const again = useSendAgain();
  const onAgain = () =>
    again.mutate(delivery, {
      onSuccess: () => toastSuccess(t('Enviado de novo.'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  if (details.error)
    return (
      <ErrorState title={t('Não foi possível abrir o registro')} text={errorText(details.error)} onRetry={() => void details.refetch()} />
    );
  if (!details.data) return <FieldsSkeleton rows={2} label={t('Carregando')} />;
  const { sent, answered, detail } = details.data;
  const { status, durationMs, eventId } = delivery;
  const answer = status === null ? null : `HTTP ${status}`;
  const facts = [answer, durationMs === null ? null : `${durationMs} ms`, detail === answer ? null : detail || null];
  return (
    <div className={css.details}>
      <p className={css.facts}>{facts.filter((fact) => fact !== null).join(' · ')}</p>
      <p className={css.facts}>
        {t('Evento')}: <code>{eventId}</code>
      </p>
      <Text title={t('Enviado')} text={sent} />
      <Text title={t('Respondido')} text={answered || t('Nada')} />
      <Button
        variant="default"
        size="sm"
        leftSection={<IconRefresh size={16} />}
        disabled={isUnderWay(delivery.state) || delivery.ticketId === null}
        loading={again.isPending}
        onClick={onAgain}
      >
        {t('Enviar de novo')}
      </Button>
    </div>
  );
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h3 className={css.title}>{title}</h3>
      <ScrollRegion className={css.text} label={title}>
        <pre>{text}</pre>
      </ScrollRegion>
    </section>
  );
}
