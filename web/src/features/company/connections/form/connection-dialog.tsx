import type { ConnectionDetail } from '@balcao/contract/connections';
import type { QueueView } from '@balcao/contract/queues';
import { Tabs } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useConnection } from '../../../../data/connections/queries.ts';
import { recordNow } from '../../../../platform/edited-record.ts';
import { t } from '../../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../../platform/toast.ts';
import { confirmDiscard, FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { LoadingDialog } from '../../../../ui/dialog/loading-dialog.tsx';
import type { Schedules } from '../../../../ui/hours/hours.ts';
import { channelText } from '../connection-status.tsx';
import { useChangeConnection } from '../mutations.ts';
import { ChannelSwitch } from './channel-switch.tsx';
import { CloudFields } from './cloud-fields.tsx';
import css from './connection-dialog.module.css';
import { type ConnectionValues, connectionRules, connectionValues } from './connection-form.ts';
import { GeneralFields } from './general-fields.tsx';
import { HistoryFields } from './history-fields.tsx';
import { MessageFields } from './message-fields.tsx';
import { OwnHours } from './own-hours.tsx';
import { TimingFields } from './timing-fields.tsx';
import { TokenField } from './token-field.tsx';
import { WebhookAddress } from './webhook-address.tsx';

export type ConnectionDialogProps = {
  whatsappId: number;
  queues: readonly QueueView[];
  /** The hours of the company, if they apply; else null. */
  companyHours: Schedules | null;
  onClose: () => void;
  /** Moves the number to another channel; called once the form is closed. */
  onSwitch: () => void;
};

/** Changes a connection. Mounted while it is open. */
export function ConnectionDialog({ whatsappId, queues, companyHours, onClose, onSwitch }: ConnectionDialogProps) {
  const connection = useConnection(whatsappId);
  const [before, setBefore] = useState<ConnectionDetail | null>(null);
  // The form starts from the record as it was when it opened. It starts over if somebody moves the number to another channel.
  if (connection.data && connection.data.channel !== before?.channel) setBefore(connection.data);
  if (before)
    return (
      <ConnectionForm
        key={before.channel}
        before={before}
        now={recordNow(connection, connectionValues)}
        queues={queues}
        companyHours={companyHours}
        onClose={onClose}
        onSwitch={onSwitch}
      />
    );
  return (
    <LoadingDialog
      title={t('Editar conexão')}
      width={640}
      onClose={onClose}
      error={connection.error}
      retry={() => void connection.refetch()}
      errorTitle={t('Não foi possível abrir a conexão')}
      label={t('Carregando a conexão')}
    />
  );
}

type Tab = 'general' | 'messages' | 'hours' | 'timing' | 'channel' | 'api';
const tabOfField: Partial<Record<keyof ConnectionValues, Tab>> = {
  complationMessage: 'messages',
  outOfHoursMessage: 'messages',
  ratingMessage: 'messages',
  hours: 'hours',
  transferQueueId: 'timing',
  timeToTransfer: 'timing',
  expiresTicket: 'timing',
  expiresInactiveMessage: 'timing',
  maxUseBotQueues: 'timing',
  timeUseBotQueues: 'timing',
  phoneNumberId: 'channel',
  wabaId: 'channel',
  accessToken: 'channel',
  appSecret: 'channel',
  verifyToken: 'channel',
  token: 'api',
};

type ConnectionFormProps = {
  before: ConnectionDetail;
  /** As others see it now; null once it is deleted. */
  now: ConnectionValues | null | undefined;
  queues: readonly QueueView[];
  companyHours: Schedules | null;
  onClose: () => void;
  onSwitch: () => void;
};

function ConnectionForm({ before, now, queues, companyHours, onClose, onSwitch }: ConnectionFormProps) {
  const [tab, setTab] = useState<Tab>('general');
  const change = useChangeConnection();
  const stored = before.cloud?.configured ?? false;
  const form = useForm<ConnectionValues>({
    initialValues: connectionValues(before),
    validate: connectionRules(before.cloud === null ? 'none' : stored ? 'stored' : 'missing'),
  });
  const wrong = new Set(Object.keys(form.errors).map((field) => tabOfField[field as keyof ConnectionValues] ?? 'general'));
  const firstWrong = wrong.size > 0 && !wrong.has(tab) ? [...wrong][0] : undefined;
  useEffect(() => {
    if (firstWrong) setTab(firstWrong);
  }, [firstWrong]);
  const onSave = async (values: ConnectionValues) => {
    await change.mutateAsync({ before, values });
    toastSuccess(t('Conexão salva com sucesso.'), toastLife.administration);
  };
  const leaveToSwitch = async () => {
    if (!form.isDirty() || (await confirmDiscard())) onSwitch();
  };
  // Keep showing the errors, even if the company's hours stop applying meanwhile.
  const hours = companyHours ?? (form.errors.hours ? [] : null);
  const tabs: { id: Tab; label: string }[] = [
    { id: 'general', label: t('Geral') },
    ...(before.channel === 'simulator' ? [] : [{ id: 'channel' as const, label: channelText(before.channel) }]),
    { id: 'messages', label: t('Mensagens') },
    ...(hours ? [{ id: 'hours' as const, label: t('Horários') }] : []),
    { id: 'timing', label: t('Tempos e bot') },
    { id: 'api', label: t('API') },
  ];
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Editar conexão')}
      form={form}
      now={now}
      onSave={onSave}
      fieldOfCode={{
        ERR_WAPP_NAME_EXISTS: 'name',
        ERR_WAPP_TOKEN_EXISTS: 'token',
        ERR_WAPP_GREETING_REQUIRED: 'greetingMessage',
        ERR_NO_OTHER_WHATSAPP: 'isDefault',
      }}
      width={640}
    >
      <Tabs
        className={css.root ?? ''}
        value={tab === 'hours' && !hours ? 'general' : tab}
        onChange={(chosen) => setTab((chosen ?? 'general') as Tab)}
        keepMounted={false}
      >
        <Tabs.List className={css.tabs ?? ''}>
          {tabs.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id}>
              {label}
              {wrong.has(id) && <span className={css.wrong} role="img" aria-label={t('com erro')} />}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="general" className={css.panel ?? ''}>
          <GeneralFields form={form} queues={queues} locked={before.isDefault} />
        </Tabs.Panel>
        <Tabs.Panel value="channel" className={css.panel ?? ''}>
          {before.channel === 'whatsapp_web' && <HistoryFields form={form} />}
          {before.channel === 'whatsapp_cloud' && <CloudFields form={form} stored={stored} />}
          {before.webhookUrl && <WebhookAddress url={before.webhookUrl} />}
          <ChannelSwitch channel={before.channel} onSwitch={() => void leaveToSwitch()} />
        </Tabs.Panel>
        <Tabs.Panel value="messages" className={css.panel ?? ''}>
          <MessageFields form={form} />
        </Tabs.Panel>
        {hours && (
          <Tabs.Panel value="hours" className={css.panel ?? ''}>
            <OwnHours form={form} company={hours} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="timing" className={css.panel ?? ''}>
          <TimingFields form={form} queues={queues} />
        </Tabs.Panel>
        <Tabs.Panel value="api" className={css.panel ?? ''}>
          <TokenField form={form} />
        </Tabs.Panel>
      </Tabs>
    </FormDialog>
  );
}
