import { Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../platform/i18n.ts';
import css from './connection-dialog.module.css';
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
      <p className={css.hint}>
        {t('Você pode usar:')} <Variables />
      </p>
    </>
  );
}

function Variables() {
  return ['{{firstName}}', '{{name}}', '{{greeting}}', '{{protocol}}', '{{date}}', '{{hour}}'].map((variable) => (
    <code key={variable} className={css.variable}>
      {variable}
    </code>
  ));
}

type TextName = 'complationMessage' | 'outOfHoursMessage' | 'ratingMessage' | 'expiresInactiveMessage';

/** One text of a connection, a few lines high. */
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
  return <Textarea label={label} description={description} autosize minRows={2} maxRows={6} {...form.getInputProps(name)} />;
}
