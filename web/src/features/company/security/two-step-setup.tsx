import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { QRCodeSVG } from 'qrcode.react';
import { errorText } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { placeErrors } from '../../../ui/dialog/server-errors.ts';
import { useConfirmSecondFactor } from './mutations.ts';
import css from './security.module.css';

type SetupProps = { secret: string; uri: string; onDone: (recoveryCodes: string[]) => void; onCancel: () => void };

/** The secret to scan or type, and the first code of the app. */
export function TwoStepSetup({ secret, uri, onDone, onCancel }: SetupProps) {
  const confirm = useConfirmSecondFactor();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (/^\d{6}$/.test(value.replace(/\s/g, '')) ? null : t('O código tem seis números.')) },
  });
  const submit = ({ code }: { code: string }) =>
    confirm.mutateAsync(code.replace(/\s/g, '')).then(
      ({ recoveryCodes }) => onDone(recoveryCodes),
      (error: unknown) => {
        if (!placeErrors(form, error, { ERR_SECOND_FACTOR_CODE: 'code' })) form.setFieldError('code', errorText(error));
      },
    );
  return (
    <form className={css.form} noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
      <div className={css.scan}>
        <QRCodeSVG value={uri} size={160} role="img" title={t('Código QR para o aplicativo autenticador')} />
        <div className={css.form}>
          <p className={css.text}>{t('Leia o código com um aplicativo autenticador, ou digite esta chave nele:')}</p>
          <span className={css.secret}>
            {secret.replace(/(.{4})(?=.)/g, '$1 ')} <CopyButton text={secret} label={t('Copiar a chave')} />
          </span>
        </div>
      </div>
      <TextInput
        label={t('Código do aplicativo')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        autoFocus
        {...form.getInputProps('code')}
      />
      <div className={css.buttons}>
        <Button type="submit" loading={confirm.isPending}>
          {t('Ativar')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('Cancelar')}
        </Button>
      </div>
    </form>
  );
}
