import { webhookEventNames } from '@balcao/contract/webhook-rules';
import type { WebhookView } from '@balcao/contract/webhooks';
import { Checkbox, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWebhook } from '../../../data/webhooks/queries.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { eventText } from './event-text.ts';
import { useSaveWebhook } from './mutations.ts';
import { type WebhookValues, webhookRules, webhookValues } from './webhook-form.ts';

export type WebhookDialogProps = {
  /** Null adds a webhook. */
  record: WebhookView | null;
  /** A webhook was added; its secret, to be shown for the only time. */
  onMade: (secret: string) => void;
  onClose: () => void;
};

/** Adds a webhook or changes one. Mounted while it is open. */
export function WebhookDialog({ record, onMade, onClose }: WebhookDialogProps) {
  const save = useSaveWebhook();
  const form = useForm<WebhookValues>({
    initialValues: webhookValues(record),
    validate: webhookRules(),
    validateInputOnBlur: ['name', 'url'],
  });
  const now = recordNow(useWebhook(record?.id ?? null), webhookValues);
  const onSave = async (values: WebhookValues) => {
    const secret = await save.mutateAsync({ id: record?.id ?? null, values });
    if (secret) onMade(secret);
    else toastSuccess(t('Webhook salvo com sucesso.'), toastLife.administration);
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={record ? t('Editar webhook') : t('Adicionar webhook')}
      form={form}
      now={now}
      onSave={onSave}
      saveLabel={record ? t('Salvar') : t('Adicionar')}
    >
      <TextInput label={t('Nome')} required data-autofocus maxLength={50} autoComplete="off" {...form.getInputProps('name')} />
      <TextInput
        label={t('Endereço')}
        description={t('Recebe um POST com JSON a cada evento. Redes privadas não são chamadas.')}
        placeholder="https://"
        type="url"
        required
        maxLength={2000}
        autoComplete="off"
        {...form.getInputProps('url')}
      />
      <Checkbox.Group label={t('Avisar quando')} required {...form.getInputProps('events')}>
        <Stack gap="xs" mt="xs">
          {webhookEventNames.map((event) => (
            <Checkbox key={event} value={event} label={eventText(event)} description={<code>{event}</code>} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Switch
        label={t('Ligado')}
        description={t('Desligado, não recebe nada; o que esperava segue quando for ligado de novo.')}
        {...form.getInputProps('active', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}
