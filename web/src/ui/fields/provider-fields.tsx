import { suggestedModels, suggestedTranscriptionModels } from '@balcao/contract/prompt-rules';
import { Autocomplete, PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../platform/i18n.ts';
import type { ProviderValues } from './provider-form.ts';

type Props<Values extends ProviderValues> = { form: UseFormReturnType<Values> };

/** The key, and the address of whom it is for. */
export function ProviderFields<Values extends ProviderValues>({ form, required }: Props<Values> & { required: boolean }) {
  const hasKey = form.values.keyOf !== null;
  return (
    <>
      <PasswordInput
        label={t('Chave da API')}
        description={
          hasKey ? t('Uma chave está guardada. Escreva outra para trocar.') : t('Fica guardada cifrada e não é mostrada de novo.')
        }
        required={required && !hasKey}
        placeholder={hasKey ? '••••' : 'sk-…'}
        autoComplete="new-password"
        maxLength={500}
        visibilityToggleButtonProps={{ 'aria-label': t('Mostrar') }}
        {...form.getInputProps('apiKey')}
      />
      <TextInput
        label={t('Endereço do provedor')}
        description={t('Vazio: o da instalação. Serve qualquer um compatível com a OpenAI.')}
        placeholder="https://api.openai.com/v1"
        type="url"
        autoComplete="off"
        maxLength={300}
        {...form.getInputProps('baseUrl')}
      />
    </>
  );
}

export function ModelField<Values extends ProviderValues>({ form }: Props<Values>) {
  return (
    <Autocomplete
      label={t('Modelo de linguagem')}
      description={t('Escolha ou escreva o nome que o provedor usa.')}
      required
      data={[...suggestedModels]}
      maxLength={100}
      {...form.getInputProps('model')}
    />
  );
}

export function TranscriptionModelField<Values extends ProviderValues>({ form }: Props<Values>) {
  return (
    <Autocomplete
      label={t('Modelo que ouve áudios')}
      description={t('Transcreve os áudios dos clientes.')}
      required
      data={[...suggestedTranscriptionModels]}
      maxLength={100}
      {...form.getInputProps('transcriptionModel')}
    />
  );
}
