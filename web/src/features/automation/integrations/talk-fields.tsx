import { integrationLimits } from '@balcao/contract/integration-rules';
import { NumberInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../../platform/i18n.ts';
import css from './integration-dialog.module.css';
import type { IntegrationValues } from './integration-form.ts';

/** How the conversation goes: the words that end it or begin it anew, and how fast it goes. */
export function TalkFields({ form }: { form: UseFormReturnType<IntegrationValues> }) {
  const { type } = form.values;
  const number = (field: 'typebotExpires' | 'typebotDelayMessage') => ({
    min: 0,
    allowDecimal: false,
    allowNegative: false,
    value: form.values[field],
    error: form.errors[field],
    onChange: (value: number | string) => form.setFieldValue(field, typeof value === 'number' ? value : ''),
  });
  return (
    <>
      <div className={css.pair}>
        <TextInput
          label={t('Palavra para finalizar')}
          description={t('Quem escrever só isto encerra o atendimento.')}
          autoComplete="off"
          maxLength={integrationLimits.keyword}
          {...form.getInputProps('typebotKeywordFinish')}
        />
        <TextInput
          label={t('Palavra para reiniciar')}
          description={t('Quem escrever só isto recomeça a conversa.')}
          autoComplete="off"
          maxLength={integrationLimits.keyword}
          {...form.getInputProps('typebotKeywordRestart')}
        />
      </div>
      <Textarea
        label={t('Mensagem ao reiniciar')}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={integrationLimits.text}
        {...form.getInputProps('typebotRestartMessage')}
      />
      {(type === 'typebot' || type === 'dialogflow') && (
        <Textarea
          label={t('Mensagem quando não entende')}
          autosize
          minRows={1}
          maxRows={4}
          maxLength={integrationLimits.text}
          {...form.getInputProps('typebotUnknownMessage')}
        />
      )}
      <div className={css.pair}>
        <NumberInput label={t('Pausa entre mensagens (ms)')} max={integrationLimits.delay} step={500} {...number('typebotDelayMessage')} />
        {type === 'typebot' && (
          <NumberInput
            label={t('Expira após (minutos)')}
            description={t('Sem palavra por este tempo, recomeça. 0: nunca.')}
            max={integrationLimits.expires}
            {...number('typebotExpires')}
          />
        )}
      </div>
    </>
  );
}
