import { Button, FileInput, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPaperclip, IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { callAsProgram, type ProgramAnswer } from '../../../platform/program-call.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { Card } from '../../../ui/page/page-header.tsx';
import { CodeBlock } from '../../../ui/text/code-block.tsx';
import css from './messages-api.module.css';
import { sendPath, type TrialValues, trialBody, trialRules } from './trial.ts';

/** A form that sends for real, and shows the answer as a program gets it. */
export function SendForm({ kind }: { kind: 'text' | 'file' }) {
  const form = useForm<TrialValues>({ initialValues: { token: '', number: '', body: '', file: null }, validate: trialRules(kind) });
  const send = useMutation({
    mutationFn: (values: TrialValues) => callAsProgram('POST', sendPath, { token: values.token.trim(), body: trialBody(kind, values) }),
    onSuccess: ({ status }) => {
      if (status < 300) toastSuccess(t('Mensagem enviada com sucesso'), toastLife.administration);
    },
    onError: (error) => notifyError(error),
  });
  return (
    <Card title={kind === 'text' ? t('Testar envio de texto') : t('Testar envio de arquivo')}>
      <form noValidate onSubmit={form.onSubmit((values) => send.mutate(values))} className={css.form}>
        <PasswordInput
          label={t('Token da conexão')}
          description={t('O que foi gerado na página Conexões.')}
          required
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('Mostrar o token') }}
          {...form.getInputProps('token')}
        />
        <TextInput
          label={t('Número')}
          placeholder="5511987654321"
          inputMode="tel"
          required
          autoComplete="off"
          {...form.getInputProps('number')}
        />
        <Textarea
          label={kind === 'text' ? t('Mensagem') : t('Legenda')}
          required={kind === 'text'}
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps('body')}
        />
        {kind === 'file' && (
          <FileInput
            label={t('Arquivo')}
            placeholder={t('Escolher arquivo')}
            leftSection={<IconPaperclip size={16} />}
            required
            clearable
            {...form.getInputProps('file')}
          />
        )}
        <Button type="submit" leftSection={<IconSend size={16} />} loading={send.isPending}>
          {t('Enviar')}
        </Button>
        <div role="status">{send.data && <Answer answer={send.data} />}</div>
      </form>
    </Card>
  );
}

function Answer({ answer: { status, text, left } }: { answer: ProgramAnswer }) {
  return (
    <div className={css.answer}>
      <p>
        <StatusChip tone={status < 300 ? 'ok' : 'bad'}>{t('Respondeu {{status}}', { status })}</StatusChip>
        {left !== null && <small>{t('Restam {{left}} envios neste minuto', { left })}</small>}
      </p>
      <CodeBlock label={t('Resposta')} text={text} wrap />
    </div>
  );
}
