import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../../../platform/i18n.ts';
import { VariableField } from '../../../../ui/fields/variable-field.tsx';
import type { ConnectionValues } from './connection-form.ts';

/** The texts a connection sends by itself. */
export function MessageFields({ form }: { form: UseFormReturnType<ConnectionValues> }) {
  return (
    <>
      <Text
        form={form}
        name="complationMessage"
        label={t('Mensagem de conclusão')}
        description={t('Enviada quando a conversa é resolvida. Vazia, nada é enviado.')}
      />
      <Text
        form={form}
        name="outOfHoursMessage"
        label={t('Mensagem fora do expediente')}
        description={t('Enviada a quem escreve fora do horário de atendimento.')}
      />
      <Text
        form={form}
        name="ratingMessage"
        label={t('Mensagem de avaliação')}
        description={t('Pede uma nota de 1 a 3 ao fim da conversa, quando as avaliações estão habilitadas.')}
      />
    </>
  );
}

type TextName = 'complationMessage' | 'outOfHoursMessage' | 'ratingMessage' | 'expiresInactiveMessage';

/** One text of a connection. */
export function Text({
  form,
  name,
  label,
  description,
}: {
  form: UseFormReturnType<ConnectionValues>;
  name: TextName;
  label: string;
  description: string;
}) {
  return <VariableField label={label} description={description} {...form.getInputProps(name)} value={form.values[name]} />;
}
