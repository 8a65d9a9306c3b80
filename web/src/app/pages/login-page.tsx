import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { useSessionEnd } from '../../platform/session.ts';
import { signIn } from '../../platform/sign-in.ts';
import { showToast, toastLife } from '../../platform/toast.ts';
import { Banner } from '../../ui/banner.tsx';
import { welcomeCss as css, Welcome } from '../welcome.tsx';

/** Below this many days left of the subscription, signing in warns. */
const warnBelowDays = 5;

export function LoginPage() {
  usePageTitle(t('Entrar'));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const end = useSessionEnd();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (value.trim() ? null : t('Escreva seu e-mail.')),
      password: (value) => (value ? null : t('Escreva sua senha.')),
    },
  });
  const submit = async ({ email, password }: { email: string; password: string }) => {
    setBusy(true);
    setProblem(null);
    try {
      const { daysLeft } = await signIn(email.trim(), password);
      if (daysLeft !== null && daysLeft < warnBelowDays) {
        showToast({
          kind: 'warning',
          title: t('Sua assinatura vence em {{days}} dia(s)', { days: daysLeft }),
          text: t('Renove para não interromper os atendimentos.'),
          lifeMs: toastLife.warning,
        });
      }
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Welcome title={t('Bom te ver de volta')} intro={t('Entre para continuar seus atendimentos.')}>
      <form noValidate className={css.form} onSubmit={form.onSubmit((values) => void submit(values))}>
        {end && !problem && (
          <Banner tone="warn" icon={<IconAlertTriangle />}>
            {end === 'elsewhere' ? t('Sua conta foi acessada em outro computador.') : t('Sua sessão terminou.')}{' '}
            {t('O que você escreveu está guardado: entre de novo para continuar.')}
          </Banner>
        )}
        {problem && (
          <Banner tone="bad" icon={<IconAlertCircle />} urgent>
            {problem}
          </Banner>
        )}
        <TextInput size="lg" label={t('E-mail')} type="email" autoComplete="username" autoFocus {...form.getInputProps('email')} />
        <PasswordInput
          size="lg"
          label={t('Senha')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('Mostrar ou ocultar a senha') }}
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="lg" fullWidth loading={busy}>
          {t('Entrar')}
        </Button>
      </form>
      <p className={css.aside}>
        {t('Ainda não tem conta?')} <Link to="/signup">{t('Cadastre sua empresa')}</Link>
      </p>
    </Welcome>
  );
}
