import { type SendKey, userLimits } from '@balcao/contract/user-rules';
import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CurrentPassword, currentPasswordProblem } from '../../../features/company/users/current-password.tsx';
import { api } from '../../../platform/api.ts';
import { chooseLanguage, type Language, languageNames, languages, t, useLanguage } from '../../../platform/i18n.ts';
import { keepUser, useUser } from '../../../platform/session.ts';
import { toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { isEmail, lengthProblem } from '../../../ui/fields/field-rules.ts';

type Values = { name: string; email: string; password: string; currentPassword: string; language: Language; sendWith: SendKey };

/** What people may change about themselves. */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const language = useLanguage();
  const form = useForm<Values>({
    initialValues: { name: user.name, email: user.email, password: '', currentPassword: '', language, sendWith: user.sendWith },
    validate: {
      name: (value) => lengthProblem(value.trim(), userLimits.nameMin, userLimits.nameMax),
      email: (value) => (isEmail(value) ? null : t('E-mail inválido')),
      password: (value) => (value ? lengthProblem(value, userLimits.passwordMin, userLimits.passwordMax) : null),
      currentPassword: (_, values) => currentPasswordProblem(user, values),
    },
  });
  const save = async ({ name, email, password, currentPassword, language: chosen, sendWith }: Values) => {
    const saved = await api('PUT /users/:userId', {
      params: { userId: user.id },
      body: {
        name: name.trim(),
        email: email.trim(),
        language: chosen,
        sendWith,
        ...(password ? { password } : {}),
        ...(currentPassword ? { currentPassword } : {}),
      },
    });
    keepUser(saved);
    toastSuccess(t('Perfil salvo'));
    // Last, because changing the language renders the whole app again.
    window.setTimeout(() => void chooseLanguage(chosen));
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Perfil')}
      form={form}
      now={{ name: user.name, email: user.email, password: '', currentPassword: '', language, sendWith: user.sendWith }}
      onSave={save}
      fieldOfCode={{ ERR_EMAIL_ALREADY_EXISTS: 'email' }}
      width={420}
    >
      <TextInput label={t('Nome')} autoComplete="name" data-autofocus {...form.getInputProps('name')} />
      <TextInput label={t('E-mail')} type="email" autoComplete="email" {...form.getInputProps('email')} />
      <PasswordInput
        label={t('Nova senha')}
        description={t('Deixe em branco para manter a atual.')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('Mostrar ou ocultar a senha') }}
        {...form.getInputProps('password')}
      />
      <CurrentPassword own={user} form={form} />
      <NativeSelect
        label={t('Idioma')}
        data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
        {...form.getInputProps('language')}
      />
      <NativeSelect
        label={t('Tecla que envia mensagens')}
        data={[
          { value: 'enter', label: t('Enter (Shift Enter abre uma linha)') },
          { value: 'ctrlEnter', label: t('Ctrl Enter (Enter abre uma linha)') },
        ]}
        {...form.getInputProps('sendWith')}
      />
    </FormDialog>
  );
}
