import { plainCode, secondFactorCode } from '@balcao/contract/password-rules';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import { type SubmitEvent, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useSignUpOpen } from '../../data/installation/queries.ts';
import { ApiError } from '../../platform/api.ts';
import { errorText } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { sentence } from '../../platform/sentences.ts';
import { type SessionEnd, useSessionEnd } from '../../platform/session.ts';
import { signIn } from '../../platform/sign-in.ts';
import { showToast, toastLife } from '../../platform/toast.ts';
import { Banner } from '../../ui/page/banner.tsx';
import { preloadPage } from '../preload.ts';
import { welcomeCss as css, Welcome } from '../welcome.tsx';

/** Below this many days left, signing in warns. A trial lasts only a few days; it warns when it is about to end. */
const warnBelowDays = { subscription: 5, trial: 2 };

export function LoginPage() {
  usePageTitle(t('Entrar'));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const end = useSessionEnd();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { email?: string } | null };
  useEffect(() => preloadPage('/tickets'), []);
  const [email, setEmail] = useState(state?.email ?? '');
  const [password, setPassword] = useState('');
  // Null until the server asks for it: this account takes a code besides the password.
  const [code, setCode] = useState<string | null>(null);
  const signUpOpen = useSignUpOpen();
  // Said once somebody has tried.
  const [tried, setTried] = useState(false);
  const missing = {
    email: !email.trim() && t('Escreva seu e-mail.'),
    password: !password && t('Escreva sua senha.'),
    code: code !== null && !secondFactorCode.test(plainCode(code)) && t('Escreva o código.'),
  };
  const [expired, setExpired] = useState(false);
  const submit = async (event: Pick<SubmitEvent, 'preventDefault'>, toPay = false) => {
    event.preventDefault();
    setTried(true);
    if (missing.email || missing.password || missing.code) return;
    setBusy(true);
    setProblem(null);
    try {
      const { daysLeft, isTrial } = await signIn(email.trim(), password, { code: code === null ? undefined : plainCode(code), toPay });
      // Whoever is told on every page that it has ended came to pay.
      if (toPay) void navigate('/financeiro');
      else if (daysLeft !== null && daysLeft < warnBelowDays[isTrial ? 'trial' : 'subscription']) {
        showToast({
          kind: 'warning',
          title: t('Sua assinatura vence em {{days}} dia(s)', { days: daysLeft }),
          text: t('Renove para não interromper os atendimentos.'),
          lifeMs: toastLife.warning,
        });
      }
    } catch (error) {
      setExpired(error instanceof ApiError && error.code === 'ERR_SUBSCRIPTION_EXPIRED');
      if (error instanceof ApiError && error.code === 'ERR_SECOND_FACTOR_REQUIRED') {
        setCode('');
        setTried(false);
      } else setProblem(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Welcome title={t('Bom te ver de volta')} intro={t('Entre para continuar seus atendimentos.')}>
      <form noValidate className={css.form} onSubmit={(event) => void submit(event)}>
        {end && !problem && (
          <Banner tone="warn" icon={<IconAlertTriangle />}>
            {endText(end)}
          </Banner>
        )}
        {problem && (
          <Banner tone="bad" icon={<IconAlertCircle />} urgent>
            {problem}
          </Banner>
        )}
        <TextInput
          size="lg"
          label={t('E-mail')}
          type="email"
          autoComplete="username"
          autoFocus
          value={email}
          error={tried && missing.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          size="lg"
          label={t('Senha')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('Mostrar ou ocultar a senha') }}
          value={password}
          error={tried && missing.password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {code !== null && (
          <TextInput
            size="lg"
            label={t('Código de verificação')}
            description={t('Do seu aplicativo autenticador, ou um código de recuperação.')}
            autoComplete="one-time-code"
            autoFocus
            maxLength={20}
            value={code}
            error={tried && missing.code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        <Button type="submit" size="lg" fullWidth loading={busy}>
          {t('Entrar')}
        </Button>
        {expired && problem && (
          <Button size="lg" fullWidth variant="default" disabled={busy} onClick={(event) => void submit(event, true)}>
            {t('Entrar para pagar')}
          </Button>
        )}
      </form>
      <p className={css.aside}>
        <Link to="/forgetpsw" state={{ email }}>
          {t('Esqueceu a senha?')}
        </Link>
      </p>
      {signUpOpen && (
        <p className={css.aside}>
          {t('Ainda não tem conta?')}{' '}
          <Link to="/signup" state={{ email }}>
            {t('Cadastre sua empresa')}
          </Link>
        </p>
      )}
    </Welcome>
  );
}

function endText(end: SessionEnd): string {
  if (end === 'suspended') return sentence('ERR_COMPANY_INACTIVE');
  const why = end === 'elsewhere' ? t('Sua conta foi acessada em outro computador.') : t('Sua sessão terminou.');
  return `${why} ${t('O que você escreveu está guardado: entre de novo para continuar.')}`;
}
