import { NumberInput, Select } from '@mantine/core';
import { t } from '../../../../platform/i18n.ts';
import css from './connection-dialog.module.css';
import type { ConnectionValues } from './connection-form.ts';
import type { ConnectionFieldsProps } from './general-fields.tsx';
import { Text } from './message-fields.tsx';

/** What happens automatically after some time: transfer to another queue, closing, and the limits of the bot. */
export function TimingFields({ form, queues }: ConnectionFieldsProps) {
  return (
    <>
      <fieldset className={css.group}>
        <legend>{t('Transferir quem espera')}</legend>
        <div className={css.pair}>
          <Select
            label={t('Para a fila')}
            placeholder={t('Não transferir')}
            clearable
            clearButtonProps={{ 'aria-label': t('Não transferir') }}
            data={queues.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...form.getInputProps('transferQueueId')}
          />
          <Minutes form={form} name="timeToTransfer" label={t('Depois de (minutos)')} />
        </div>
      </fieldset>
      <fieldset className={css.group}>
        <legend>{t('Encerrar conversas paradas')}</legend>
        <Minutes
          form={form}
          name="expiresTicket"
          label={t('Depois de (minutos)')}
          description={t('Conta a partir da nossa última mensagem, se o cliente não respondeu. Vazio, nunca encerra.')}
        />
        <Text
          form={form}
          name="expiresInactiveMessage"
          label={t('Mensagem de encerramento por inatividade')}
          description={t('Vazia, a conversa encerra sem aviso.')}
        />
      </fieldset>
      <fieldset className={css.group}>
        <legend>{t('Menu de filas do bot')}</legend>
        <div className={css.pair}>
          <Minutes form={form} name="maxUseBotQueues" label={t('Enviar no máximo (vezes)')} description={t('Vazio ou 0, sem limite.')} />
          <Minutes
            form={form}
            name="timeUseBotQueues"
            label={t('Intervalo entre envios (minutos)')}
            description={t('Vazio, sem intervalo.')}
          />
        </div>
      </fieldset>
    </>
  );
}

type MinutesName = 'timeToTransfer' | 'expiresTicket' | 'maxUseBotQueues' | 'timeUseBotQueues';
type MinutesProps = { form: ConnectionFieldsProps['form']; name: MinutesName; label: string; description?: string };

function Minutes({ form, name, label, description }: MinutesProps) {
  const set = (value: ConnectionValues[MinutesName]) => form.setFieldValue(name, value);
  return (
    <NumberInput
      label={label}
      description={description}
      min={0}
      max={525_600}
      allowDecimal={false}
      allowNegative={false}
      value={form.values[name]}
      error={form.errors[name]}
      onChange={(value) => set(typeof value === 'number' ? value : '')}
    />
  );
}
