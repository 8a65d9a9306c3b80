import type { QueueView } from '@balcao/contract/queues';
import { MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useIntegrationChoices } from '../../../../data/integrations/queries.ts';
import { usePromptChoices } from '../../../../data/prompts/queries.ts';
import { t } from '../../../../platform/i18n.ts';
import { useUser } from '../../../../platform/session.ts';
import { TwoLines } from '../../../../ui/list/two-lines.tsx';
import { Dot } from '../../../../ui/marks/mark.tsx';
import type { ConnectionValues } from './connection-form.ts';

export type ConnectionFieldsProps = { form: UseFormReturnType<ConnectionValues>; queues: readonly QueueView[] };

/** Name, queues, greeting and default. `locked`: it is the default, and stays so until another one becomes it. */
export function GeneralFields({ form, queues, locked }: ConnectionFieldsProps & { locked: boolean }) {
  const many = form.values.queueIds.length > 1;
  const hasIntegrations = useUser().company.plan?.useIntegrations ?? false;
  const integrations = useIntegrationChoices(hasIntegrations);
  const hasPrompts = useUser().company.plan?.useOpenAi ?? false;
  const prompts = usePromptChoices(hasPrompts);
  return (
    <>
      <TextInput
        label={t('Nome')}
        required
        data-autofocus
        autoComplete="off"
        placeholder={t('Ex.: Loja Centro')}
        {...form.getInputProps('name')}
      />
      <QueuesField form={form} queues={queues} />
      <Textarea
        label={t('Mensagem de saudação')}
        description={many ? t('Vem antes da lista de filas, para o cliente escolher uma.') : t('Enviada no começo de cada conversa.')}
        required={many}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('greetingMessage')}
      />
      {hasPrompts && (
        <Select
          label={t('Prompt')}
          description={t('Um assistente de IA que responde neste número quando a fila não tem o seu, até uma pessoa assumir.')}
          placeholder={t('Nenhum')}
          clearable
          searchable
          nothingFoundMessage={t('Nenhum prompt encontrado')}
          clearButtonProps={{ 'aria-label': t('Tirar o prompt') }}
          data={prompts.data ?? []}
          {...form.getInputProps('promptId')}
        />
      )}
      {hasIntegrations && (
        <Select
          label={t('Integração')}
          description={t('Um robô que responde neste número quando a fila não tem o seu, até uma pessoa assumir.')}
          placeholder={t('Nenhuma')}
          clearable
          searchable
          nothingFoundMessage={t('Nenhuma integração encontrada')}
          clearButtonProps={{ 'aria-label': t('Tirar a integração') }}
          data={integrations.data ?? []}
          {...form.getInputProps('integrationId')}
        />
      )}
      <Switch
        label={t('Conexão padrão')}
        description={locked ? t('Para trocar, torne outra conexão a padrão.') : t('Usada quando não se escolhe por qual número enviar.')}
        disabled={locked}
        {...form.getInputProps('isDefault', { type: 'checkbox' })}
      />
    </>
  );
}

function QueuesField({ form, queues }: ConnectionFieldsProps) {
  return (
    <MultiSelect
      label={t('Filas')}
      description={t('As conversas deste número entram nestas filas.')}
      placeholder={form.values.queueIds.length === 0 ? t('Nenhuma fila') : ''}
      clearable
      searchable
      hidePickedOptions
      nothingFoundMessage={t('Nenhuma fila encontrada')}
      clearButtonProps={{ 'aria-label': t('Tirar todas as filas') }}
      data={queues.map(({ id, name }) => ({ value: String(id), label: name }))}
      renderOption={({ option }) => (
        <TwoLines before={<Dot color={queues.find(({ id }) => String(id) === option.value)?.color ?? ''} />} first={option.label} />
      )}
      {...form.getInputProps('queueIds')}
    />
  );
}
