import type { ConnectionDetail } from '@balcao/contract/connections';
import type { QueueView } from '@balcao/contract/queues';
import { Tabs, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { errorText } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';
import { CloudFields } from './cloud-fields.tsx';
import css from './connection-dialog.module.css';
import { type ConnectionValues, connectionRules, connectionValues } from './connection-form.ts';
import { GeneralFields } from './general-fields.tsx';
import { MessageFields } from './message-fields.tsx';
import { useChangeConnection } from './mutations.ts';
import { useConnection } from './queries.ts';
import { TimingFields } from './timing-fields.tsx';
import { TokenField } from './token-field.tsx';

export type ConnectionDialogProps = { whatsappId: number; queues: readonly QueueView[]; onClose: () => void };

/** Changes a connection. Drawn while it is open. */
export function ConnectionDialog({ whatsappId, queues, onClose }: ConnectionDialogProps) {
  const connection = useConnection(whatsappId);
  if (connection.data) return <ConnectionForm key={whatsappId} connection={connection.data} queues={queues} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t('Editar conexão')} width={640}>
      {connection.error ? (
        <ErrorState
          title={t('Não foi possível abrir a conexão')}
          text={errorText(connection.error)}
          onRetry={() => void connection.refetch()}
        />
      ) : (
        <ListSkeleton rows={4} label={t('Carregando a conexão')} />
      )}
    </Dialog>
  );
}

type Tab = 'general' | 'messages' | 'timing' | 'cloud' | 'api';
const tabOfField: Partial<Record<keyof ConnectionValues, Tab>> = {
  complationMessage: 'messages',
  outOfHoursMessage: 'messages',
  ratingMessage: 'messages',
  transferQueueId: 'timing',
  timeToTransfer: 'timing',
  expiresTicket: 'timing',
  expiresInactiveMessage: 'timing',
  maxUseBotQueues: 'timing',
  timeUseBotQueues: 'timing',
  phoneNumberId: 'cloud',
  wabaId: 'cloud',
  accessToken: 'cloud',
  appSecret: 'cloud',
  verifyToken: 'cloud',
  token: 'api',
};

function ConnectionForm({
  connection,
  queues,
  onClose,
}: {
  connection: ConnectionDetail;
  queues: readonly QueueView[];
  onClose: () => void;
}) {
  // The form starts from what was there when it opened; news that arrive meanwhile do not touch what is being typed.
  const [before] = useState(connection);
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
  const tabs: { id: Tab; label: string }[] = [
    { id: 'general', label: t('Geral') },
    ...(before.cloud ? [{ id: 'cloud' as const, label: t('Cloud API') }] : []),
    { id: 'messages', label: t('Mensagens') },
    { id: 'timing', label: t('Tempos e bot') },
    { id: 'api', label: t('API') },
  ];
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Editar conexão')}
      form={form}
      onSave={onSave}
      fieldOfCode={{
        ERR_WAPP_NAME_EXISTS: 'name',
        ERR_WAPP_TOKEN_EXISTS: 'token',
        ERR_WAPP_GREETING_REQUIRED: 'greetingMessage',
        ERR_NO_OTHER_WHATSAPP: 'isDefault',
      }}
      width={640}
    >
      <Tabs className={css.root ?? ''} value={tab} onChange={(chosen) => setTab((chosen ?? 'general') as Tab)} keepMounted={false}>
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
        {before.cloud && (
          <Tabs.Panel value="cloud" className={css.panel ?? ''}>
            <CloudFields form={form} stored={stored} />
            {before.webhookUrl && <WebhookAddress url={before.webhookUrl} />}
          </Tabs.Panel>
        )}
        <Tabs.Panel value="messages" className={css.panel ?? ''}>
          <MessageFields form={form} />
        </Tabs.Panel>
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

/** Where Meta delivers, to be copied into its panel. */
export function WebhookAddress({ url }: { url: string }) {
  return (
    <TextInput
      label={t('URL de callback (webhook)')}
      description={t('Cole no painel da Meta, em WhatsApp › Configuração.')}
      value={url}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      rightSection={<CopyButton text={url} label={t('Copiar URL')} />}
      rightSectionPointerEvents="all"
    />
  );
}
