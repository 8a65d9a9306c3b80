import { suggestedVoices } from '@balcao/contract/prompt-rules';
import type { PromptView } from '@balcao/contract/prompts';
import type { QueueView } from '@balcao/contract/queues';
import { Autocomplete, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useEditedPrompt } from '../../../data/prompts/queries.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { ModelField, ProviderFields, TranscriptionModelField } from '../../../ui/fields/provider-fields.tsx';
import { useSavePrompt } from './mutations.ts';
import css from './prompt-dialog.module.css';
import { type PromptValues, promptRules, promptValues } from './prompt-form.ts';

export type PromptDialogProps = {
  /** Null adds a prompt. */
  prompt: PromptView | null;
  queues: readonly QueueView[];
  onClose: () => void;
};

/** Adds or changes a prompt. Mounted while it is open. */
export function PromptDialog({ prompt, queues, onClose }: PromptDialogProps) {
  const save = useSavePrompt();
  const form = useForm<PromptValues>({ initialValues: promptValues(prompt), validate: promptRules() });
  const now = recordNow(useEditedPrompt(prompt), promptValues);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={prompt ? t('Editar prompt') : t('Adicionar prompt')}
      form={form}
      now={now}
      onSave={async (values) => {
        await save.mutateAsync({ id: prompt?.id ?? null, values });
        toastSuccess(prompt ? t('Prompt editado com sucesso.') : t('Prompt adicionado com sucesso.'), toastLife.administration);
      }}
      fieldOfCode={{ ERR_API_KEY_REQUIRED: 'apiKey', ERR_NO_QUEUE_FOUND: 'queueId' }}
      saveLabel={prompt ? t('Salvar') : t('Adicionar')}
      width={680}
    >
      <div className={css.pair}>
        <TextInput label={t('Nome')} required data-autofocus autoComplete="off" maxLength={100} {...form.getInputProps('name')} />
        <Select
          label={t('Setor')}
          description={t('Para onde o assistente passa a conversa.')}
          required
          searchable
          nothingFoundMessage={t('Nenhuma fila encontrada')}
          data={queues.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.getInputProps('queueId')}
        />
      </div>
      <Textarea
        label={t('Prompt')}
        description={t('O que o assistente sabe e como responde. O cliente nunca vê este texto.')}
        required
        autosize
        minRows={5}
        maxRows={14}
        maxLength={20_000}
        {...form.getInputProps('prompt')}
      />
      <div className={css.pair}>
        <ProviderFields form={form} required />
      </div>
      <AnswerFields form={form} />
      <VoiceFields form={form} />
    </FormDialog>
  );
}

type Fields = { form: UseFormReturnType<PromptValues> };

function AnswerFields({ form }: Fields) {
  return (
    <>
      <div className={css.pair}>
        <ModelField form={form} />
        <NumberInput
          label={t('Temperatura')}
          description={t('0 é previsível, 1 é criativo.')}
          required
          min={0}
          max={1}
          step={0.1}
          decimalScale={2}
          decimalSeparator=","
          {...form.getInputProps('temperature')}
        />
      </div>
      <div className={css.pair}>
        <NumberInput
          label={t('Máximo de tokens na resposta')}
          description={t('Modelos que raciocinam precisam de mais.')}
          required
          min={1}
          max={100_000}
          allowDecimal={false}
          {...form.getInputProps('maxTokens')}
        />
        <NumberInput
          label={t('Máximo de mensagens no histórico')}
          description={t('Quantas mensagens anteriores o modelo lê.')}
          required
          min={0}
          max={100}
          allowDecimal={false}
          {...form.getInputProps('maxMessages')}
        />
      </div>
    </>
  );
}

function VoiceFields({ form }: Fields) {
  const isWritten = form.values.voice === 'texto';
  return (
    <>
      <div className={css.pair}>
        <Autocomplete
          label={t('Voz')}
          description={t('“texto” responde por escrito; com uma voz, o assistente envia áudio.')}
          data={[...suggestedVoices]}
          maxLength={100}
          {...form.getInputProps('voice')}
        />
        <TranscriptionModelField form={form} />
      </div>
      {!isWritten && (
        <TextInput
          label={t('Modelo que fala')}
          description={t('Se o provedor não tiver, a resposta vai por escrito.')}
          autoComplete="off"
          maxLength={100}
          {...form.getInputProps('voiceModel')}
        />
      )}
    </>
  );
}
