import { Button, PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../../../platform/i18n.ts';
import { newIdempotencyKey } from '../../../../platform/random.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import css from './connection-dialog.module.css';
import type { ConnectionValues } from './connection-form.ts';

/** The credentials of a Cloud connection. Stored ones are never shown; leaving a field empty keeps them. */
export function CloudFields({ form, stored }: { form: UseFormReturnType<ConnectionValues>; stored: boolean }) {
  const secret = {
    required: !stored,
    placeholder: stored ? t('•••••••• configurado') : '',
    autoComplete: 'off',
    visibilityToggleButtonProps: { 'aria-label': t('Mostrar') },
  };
  return (
    <>
      <div className={css.pair}>
        <TextInput
          label={t('ID do número de telefone')}
          description={t('Phone number ID')}
          required
          data-autofocus
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('phoneNumberId')}
        />
        <TextInput
          label={t('ID da conta do WhatsApp')}
          description={t('WhatsApp Business Account ID (WABA)')}
          required
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('wabaId')}
        />
      </div>
      <PasswordInput
        label={t('Token de acesso')}
        description={t('De um usuário do sistema, sem data de expiração.')}
        {...secret}
        {...form.getInputProps('accessToken')}
      />
      <PasswordInput
        label={t('Chave secreta do aplicativo')}
        description={t('App Secret, em Configurações do app › Básico. Com ela conferimos que as mensagens vêm da Meta.')}
        {...secret}
        {...form.getInputProps('appSecret')}
      />
      <div className={css.withButton}>
        <TextInput
          label={t('Token de verificação')}
          description={t('Um texto seu. Você vai colá-lo no painel da Meta.')}
          required={!stored}
          placeholder={secret.placeholder}
          autoComplete="off"
          {...form.getInputProps('verifyToken')}
          rightSection={
            form.values.verifyToken ? <CopyButton text={form.values.verifyToken} label={t('Copiar token de verificação')} /> : null
          }
          rightSectionPointerEvents="all"
        />
        <Button variant="default" onClick={() => form.setFieldValue('verifyToken', newIdempotencyKey())}>
          {t('Gerar')}
        </Button>
      </div>
    </>
  );
}
