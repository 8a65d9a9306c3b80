import { plainCode, resetCode, resetMinutes, strongPassword } from '@balcao/contract/password-rules';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/errors.ts';
import { t, useLanguage } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { focusFirstError, placeErrors } from '../../ui/dialog/server-errors.ts';
import { isEmail } from '../../ui/fields/field-rules.ts';
import { Banner } from '../../ui/page/banner.tsx';
import { welcomeCss as css, Welcome } from '../welcome.tsx';

/** Setting another password: a code is asked for by e-mail, then used. The link in the mail opens the second step filled in. */
export function ForgottenPasswordPage() {
  usePageTitle(t('Redefinir senha'));
  const { state, hash } = useLocation() as { state: { email?: string } | null; hash: string };
  const linked = new URLSearchParams(hash.slice(1));
  const [email, setEmail] = useState(linked.get('email') ?? state?.email ?? '');
  const [step, setStep] = useState<'ask' | 'finish'>(linked.get('code') ? 'finish' : 'ask');
  const intro =
    step === 'ask'
      ? t('Escreva o e-mail da sua conta. Enviamos um código para ela.')
      : t('Se {{email}} tiver uma conta, o código chega em instantes. Ele vale por {{minutes}} minutos.', { email, minutes: resetMinutes });
  return (
    <Welcome title={t('Redefinir senha')} intro={intro}>
      {step === 'ask' ? (
        <AskForCode
          email={email}
          onAsked={(asked) => {
            setEmail(asked);
            setStep('finish');
          }}
          onHasCode={(known) => {
            setEmail(known);
            setStep('finish');
          }}
        />
      ) : (
        <NewPassword email={email} code={linked.get('code') ?? ''} onBack={() => setStep('ask')} />
      )}
      <p className={css.aside}>
        {t('Lembrou da senha?')}{' '}
        <Link to="/login" state={{ email }}>
          {t('Entre')}
        </Link>
      </p>
    </Welcome>
  );
}

type Steps = { email: string; onAsked: (email: string) => void; onHasCode: (email: string) => void };

function AskForCode({ email: given, onAsked, onHasCode }: Steps) {
  const language = useLanguage();
  const { busy, problem, run } = useSending();
  const form = useForm({
    initialValues: { email: given },
    validate: { email: (email) => (!email.trim() ? t('Obrigatório') : isEmail(email) ? null : t('E-mail inválido')) },
  });
  const ask = ({ email }: { email: string }) =>
    run(
      async () => {
        await api('POST /v1/password-reset', { body: { email: email.trim(), language } });
        toastSuccess(t('Email enviado com sucesso!'), toastLife.administration);
        onAsked(email.trim());
      },
      (error) => placeErrors(form, error),
    );
  const skip = () => {
    if (!form.validate().hasErrors) onHasCode(form.getValues().email.trim());
  };
  return (
    <form noValidate className={css.form} onSubmit={form.onSubmit((values) => void ask(values), focusFirstError)}>
      {problem}
      <TextInput size="lg" label={t('E-mail')} type="email" autoComplete="username" autoFocus {...form.getInputProps('email')} />
      <Button type="submit" size="lg" fullWidth loading={busy}>
        {t('Enviar código')}
      </Button>
      <Button variant="subtle" fullWidth onClick={skip}>
        {t('Já tenho um código')}
      </Button>
    </form>
  );
}

function NewPassword({ email, code, onBack }: { email: string; code: string; onBack: () => void }) {
  const navigate = useNavigate();
  const { busy, problem, run } = useSending();
  const form = useForm({
    initialValues: { code, password: '', confirmation: '' },
    validate: {
      code: (value) => (!value.trim() ? t('Obrigatório') : resetCode.test(value.trim()) ? null : t('O código tem oito letras e números.')),
      password: (value) =>
        strongPassword.test(value)
          ? null
          : t('Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.'),
      confirmation: (value, values) => (value === values.password ? null : t('As senhas não correspondem')),
    },
  });
  const finish = (values: { code: string; password: string }) =>
    run(
      async () => {
        await api('POST /v1/password-reset/finish', { body: { email, code: plainCode(values.code.trim()), password: values.password } });
        toastSuccess(t('Senha redefinida com sucesso.'), toastLife.administration);
        void navigate('/login', { state: { email } });
      },
      (error) => placeErrors(form, error, { ERR_RESET_CODE: 'code' }),
    );
  return (
    <form noValidate className={css.form} onSubmit={form.onSubmit((values) => void finish(values), focusFirstError)}>
      {problem}
      {/* For password managers, which keep the new password under it. */}
      <input hidden readOnly type="email" autoComplete="username" value={email} />
      <TextInput
        size="lg"
        label={t('Código')}
        placeholder="ABCD-2345"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus={!code}
        maxLength={20}
        {...form.getInputProps('code')}
      />
      <PasswordInput
        size="lg"
        label={t('Nova senha')}
        autoComplete="new-password"
        autoFocus={Boolean(code)}
        visibilityToggleButtonProps={{ 'aria-label': t('Mostrar ou ocultar a senha') }}
        {...form.getInputProps('password')}
      />
      <PasswordInput
        size="lg"
        label={t('Confirme a nova senha')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('Mostrar ou ocultar a senha') }}
        {...form.getInputProps('confirmation')}
      />
      <Button type="submit" size="lg" fullWidth loading={busy}>
        {t('Redefinir senha')}
      </Button>
      <Button variant="subtle" fullWidth onClick={onBack}>
        {t('Enviar outro código')}
      </Button>
    </form>
  );
}

/** Runs one request at a time and keeps what went wrong; `place` says whether the error stands at a field. */
function useSending() {
  const [busy, setBusy] = useState(false);
  const [text, setText] = useState<string | null>(null);
  return {
    busy,
    problem: text && (
      <Banner tone="bad" icon={<IconAlertCircle />} urgent>
        {text}
      </Banner>
    ),
    async run(send: () => Promise<void>, place: (error: unknown) => boolean) {
      setBusy(true);
      setText(null);
      try {
        await send();
        setBusy(false);
      } catch (error) {
        // Before what was refused is shown: whoever sends again as soon as they see it is heard.
        setBusy(false);
        if (!place(error)) setText(errorText(error));
      }
    },
  };
}
