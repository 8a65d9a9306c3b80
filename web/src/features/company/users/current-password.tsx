import { PasswordInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../../platform/i18n.ts';

type Credentials = { email: string; password: string; currentPassword: string };
type Own = { email: string };

/** The current password, in the form of one's own record; shown once the e-mail or the password is being changed. */
export function CurrentPassword<Values extends Credentials>({ own, form }: { own: Own; form: UseFormReturnType<Values> }) {
  if (!needsPassword(own, form.values)) return null;
  return (
    <PasswordInput
      label={t('Senha atual')}
      description={t('Para mudar seu e-mail ou sua senha.')}
      required
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t('Mostrar a senha') }}
      {...form.getInputProps('currentPassword')}
    />
  );
}

/** What is wrong with the current password in the form of one's own record: it is missing though the server will ask for it. */
export function currentPasswordProblem(own: Own, values: Credentials): string | null {
  return values.currentPassword === '' && needsPassword(own, values) ? t('Obrigatório') : null;
}

function needsPassword(own: Own, { email, password }: Credentials): boolean {
  return password !== '' || email.trim() !== own.email;
}
