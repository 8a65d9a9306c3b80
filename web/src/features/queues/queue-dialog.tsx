import type { QueueView } from '@balcao/contract/queues';
import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { t } from '../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { ColorPalette } from '../../ui/color-palette.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useSaveQueue } from './mutations.ts';
import { newQueueValues, type QueueValues, queueRules, queueValues, takenColors } from './queue-form.ts';

export type QueueDialogProps = {
  /** Null adds a queue. */
  queue: QueueView | null;
  queues: readonly QueueView[];
  onClose: () => void;
};

/** Adds or changes a queue. Drawn while it is open. */
export function QueueDialog({ queue, queues, onClose }: QueueDialogProps) {
  const save = useSaveQueue();
  const form = useForm<QueueValues>({
    initialValues: queue ? queueValues(queue) : newQueueValues(queues),
    validate: queueRules(),
    validateInputOnBlur: true,
  });
  const onSave = async (values: QueueValues) => {
    await save.mutateAsync({ queueId: queue?.id ?? null, values });
    toastSuccess(t('Fila salva com sucesso.'), toastLife.administration);
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={queue ? t('Editar fila') : t('Adicionar fila')}
      form={form}
      onSave={onSave}
      fieldOfCode={{ ERR_QUEUE_NAME_ALREADY_EXISTS: 'name', ERR_QUEUE_COLOR_ALREADY_EXISTS: 'color' }}
      saveLabel={queue ? t('Salvar') : t('Adicionar')}
      width={560}
    >
      <TextInput
        label={t('Nome')}
        description={t('De 2 a 50 letras. É o nome que o cliente lê no menu.')}
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <ColorPalette
        label={t('Cor')}
        value={form.values.color}
        onChange={(color) => form.setFieldValue('color', color)}
        taken={takenColors(queues, queue?.id ?? null)}
        takenLabel={t('já usada por outra fila')}
        error={typeof form.errors.color === 'string' ? form.errors.color : null}
      />
      <NumberInput
        label={t('Ordem')}
        description={t('Em que lugar a fila aparece no menu do cliente.')}
        min={0}
        max={9999}
        allowDecimal={false}
        allowNegative={false}
        style={{ maxWidth: 220 }}
        value={form.values.orderQueue}
        error={form.errors.orderQueue}
        onChange={(value) => form.setFieldValue('orderQueue', typeof value === 'number' ? value : '')}
      />
      <Textarea
        label={t('Mensagem de saudação')}
        description={t('Enviada quando o cliente escolhe esta fila.')}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('greetingMessage')}
      />
      <Textarea
        label={t('Mensagem fora do expediente')}
        description={t('Enviada quando o cliente escreve fora do horário da fila.')}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('outOfHoursMessage')}
      />
    </FormDialog>
  );
}
