import type { QueueView } from '@balcao/contract/queues';
import { NumberInput, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useIntegrationChoices } from '../../../../data/integrations/queries.ts';
import { usePromptChoices } from '../../../../data/prompts/queries.ts';
import { t } from '../../../../platform/i18n.ts';
import { useUser } from '../../../../platform/session.ts';
import { ColorPalette } from '../../../../ui/fields/color-palette.tsx';
import { FileField } from '../options/file-field.tsx';
import { MessageField } from '../options/message-field.tsx';
import type { Script } from '../preview/preview.ts';
import { AssignmentFields } from './assignment-fields.tsx';
import css from './queue-dialog.module.css';
import { type QueueValues, takenColors } from './queue-form.ts';

export type QueueFieldsProps = {
  form: UseFormReturnType<QueueValues>;
  queue: QueueView | null;
  queues: readonly QueueView[];
  hasHours: boolean;
  about: Script['about'];
};

/** The name, colour and texts of a queue. */
export function QueueFields({ form, queue, queues, hasHours, about }: QueueFieldsProps) {
  const { media } = form.values;
  const hasIntegrations = useUser().company.plan?.useIntegrations ?? false;
  const integrations = useIntegrationChoices(hasIntegrations);
  const hasPrompts = useUser().company.plan?.useOpenAi ?? false;
  const prompts = usePromptChoices(hasPrompts);
  return (
    <>
      <div className={css.pair}>
        <TextInput
          label={t('Nome')}
          description={t('De 2 a 50 letras. É o nome que o cliente lê no menu.')}
          required
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <NumberInput
          label={t('Ordem')}
          description={t('Em que lugar a fila aparece no menu do cliente.')}
          min={0}
          max={9999}
          allowDecimal={false}
          allowNegative={false}
          value={form.values.orderQueue}
          error={form.errors.orderQueue}
          onChange={(value) => form.setFieldValue('orderQueue', typeof value === 'number' ? value : '')}
        />
      </div>
      <div className={css.pair}>
        <PromiseInput form={form} field="firstAnswerMinutes" label={t('Primeira resposta em até')} />
        <PromiseInput form={form} field="resolutionMinutes" label={t('Solução em até')} />
      </div>
      <ColorPalette
        label={t('Cor')}
        value={form.values.color}
        onChange={(color) => form.setFieldValue('color', color)}
        taken={takenColors(queues, queue?.id ?? null)}
        takenLabel={t('já usada por outra fila')}
        error={typeof form.errors.color === 'string' ? form.errors.color : null}
      />
      <MessageField
        label={t('Mensagem de saudação')}
        description={t('Enviada quando o cliente escolhe esta fila.')}
        value={form.values.greetingMessage}
        error={form.errors.greetingMessage}
        about={about}
        onChange={(text) => form.setFieldValue('greetingMessage', text)}
      />
      <FileField
        label={t('Arquivo da saudação')}
        hint={media.file ? t('Enviado ao salvar a fila.') : t('Vai para o cliente junto com a saudação.')}
        name={media.file?.name ?? media.name}
        href={media.file ? null : media.name ? (queue?.mediaPath ?? null) : null}
        onChoose={(file) => form.setFieldValue('media', { ...media, file })}
        onRemove={() => form.setFieldValue('media', media.file ? { ...media, file: null } : { name: null, file: null })}
      />
      <AssignmentFields form={form} />
      {hasPrompts && (
        <Select
          label={t('Prompt')}
          description={t('Um assistente de IA que responde nesta fila até uma pessoa assumir.')}
          placeholder={t('Nenhum')}
          clearable
          searchable
          nothingFoundMessage={t('Nenhum prompt encontrado')}
          clearButtonProps={{ 'aria-label': t('Tirar o prompt') }}
          data={prompts.data ?? []}
          value={form.values.promptId}
          error={form.errors.promptId}
          onChange={(value) => form.setFieldValue('promptId', value)}
        />
      )}
      {hasIntegrations && (
        <Select
          label={t('Integração')}
          description={t('Um robô que responde nesta fila até uma pessoa assumir.')}
          placeholder={t('Nenhuma')}
          clearable
          searchable
          nothingFoundMessage={t('Nenhuma integração encontrada')}
          clearButtonProps={{ 'aria-label': t('Tirar a integração') }}
          data={integrations.data ?? []}
          value={form.values.integrationId}
          error={form.errors.integrationId}
          onChange={(value) => form.setFieldValue('integrationId', value)}
        />
      )}
      {hasHours && (
        <MessageField
          label={t('Mensagem fora do expediente')}
          description={t('Enviada quando o cliente escreve fora do horário da fila. Vazia, a fila atende como se estivesse aberta.')}
          value={form.values.outOfHoursMessage}
          error={form.errors.outOfHoursMessage}
          about={about}
          onChange={(text) => form.setFieldValue('outOfHoursMessage', text)}
        />
      )}
    </>
  );
}

/** How long a customer waits at most, in minutes; empty: nothing is promised. */
function PromiseInput({
  form,
  field,
  label,
}: {
  form: UseFormReturnType<QueueValues>;
  field: 'firstAnswerMinutes' | 'resolutionMinutes';
  label: string;
}) {
  return (
    <NumberInput
      label={label}
      description={t('Minutos dentro do horário de atendimento. Vazio: sem prazo.')}
      min={1}
      max={100_000}
      allowDecimal={false}
      allowNegative={false}
      suffix=" min"
      value={form.values[field]}
      error={form.errors[field]}
      onChange={(value) => form.setFieldValue(field, typeof value === 'number' && value > 0 ? value : '')}
    />
  );
}
