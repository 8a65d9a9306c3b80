import { trialDays } from '@balcao/contract/plan-rules';
import { userLimits } from '@balcao/contract/user-rules';
import { Button, PasswordInput, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useSignUpOpen } from '../../data/installation/queries.ts';
import { usePlans } from '../../data/plans/queries.ts';
import { ApiError, api } from '../../platform/api.ts';
import { codeText } from '../../platform/code-text.ts';
import { errorText } from '../../platform/errors.ts';
import { formatMoney } from '../../platform/format.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { signIn } from '../../platform/sign-in.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { focusFirstError, placeErrors } from '../../ui/dialog/server-errors.ts';
import { PhoneInput } from '../../ui/fields/phone-input.tsx';
import { Banner } from '../../ui/page/banner.tsx';
import { welcomeCss as css, Welcome } from '../welcome.tsx';

type Values = { name: string; email: string; phone: string; password: string; planId: string };

export function SignupPage() {
  usePageTitle(t('Cadastre sua empresa'));
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { email?: string } | null };
  const [params] = useSearchParams();
  const companyId = /^[1-9]\d{0,14}$/.exec(params.get('companyId') ?? '')?.[0];
  const plans = usePlans();
  const isClosed = useSignUpOpen() === false;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Where there is one plan, there is nothing to choose.
  const onlyPlan = plans.data?.length === 1 ? String(plans.data[0]?.id) : '';
  const planOf = (values: Values) => values.planId || onlyPlan;
  const form = useForm<Values>({
    initialValues: { name: '', email: state?.email ?? '', phone: '', password: '', planId: '' },
    validate: (values) => validate({ ...values, planId: planOf(values) }),
  });
  const limitsOf = (planId: string) => {
    const plan = plans.data?.find(({ id }) => String(id) === planId);
    if (!plan) return null;
    const { users, connections, queues } = plan;
    return t('{{users}} usuários, {{connections}} conexões, {{queues}} filas', { users, connections, queues });
  };
  const submit = async (all: Values) => {
    const { planId: _, ...values } = all;
    setBusy(true);
    setProblem(null);
    const email = values.email.trim();
    try {
      await api('POST /companies/cadastro', {
        body: { ...values, name: values.name.trim(), email, planId: Number(planOf(all)), ...(companyId && { companyId }) },
      });
    } catch (error) {
      setBusy(false);
      const placed = placeErrors(form, error, { ERR_EMAIL_ALREADY_EXISTS: 'email', ERR_COMPANY_NAME_ALREADY_EXISTS: 'name' });
      const ours = error instanceof ApiError && error.status === 400;
      if (!placed) setProblem(ours ? t('Erro ao criar usuário. Verifique os dados informados.') : errorText(error));
      return;
    }
    // The company is there. If only the sign-in fails, the person signs in by hand.
    await signIn(email, values.password).then(
      () => toastSuccess(t('Empresa cadastrada com sucesso!'), toastLife.administration),
      () => {
        toastSuccess(t('Empresa cadastrada. Entre com seu e-mail e senha.'), toastLife.administration);
        void navigate('/login', { state: { email } });
      },
    );
  };
  return (
    <Welcome title={t('Cadastre sua empresa')} intro={t('Use tudo por {{days}} dias, sem cartão.', { days: trialDays })}>
      <form noValidate className={css.form} onSubmit={form.onSubmit((values) => void submit(values), focusFirstError)}>
        {(isClosed || problem) && (
          <Banner tone="bad" icon={<IconAlertCircle />} urgent>
            {isClosed ? codeText('ERR_SIGN_UP_CLOSED') : problem}
          </Banner>
        )}
        <TextInput size="lg" label={t('Nome da empresa')} autoComplete="organization" autoFocus {...form.getInputProps('name')} />
        <TextInput size="lg" label={t('E-mail')} type="email" autoComplete="email" {...form.getInputProps('email')} />
        <PhoneInput size="lg" label={t('Telefone')} {...form.getInputProps('phone')} />
        <PasswordInput
          size="lg"
          label={t('Senha')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('Mostrar ou ocultar a senha') }}
          {...form.getInputProps('password')}
        />
        <Select
          size="lg"
          label={t('Plano')}
          placeholder={t('Escolha um plano')}
          allowDeselect={false}
          data={(plans.data ?? []).map((plan) => ({ value: String(plan.id), label: `${plan.name} · ${formatMoney(plan.value)}` }))}
          renderOption={({ option }) => (
            <span>
              {option.label}
              <br />
              <small>{limitsOf(option.value)}</small>
            </span>
          )}
          description={limitsOf(planOf(form.values))}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('planId')}
          value={planOf(form.values) || null}
          error={form.errors.planId ?? (plans.error ? errorText(plans.error) : null)}
        />
        <Button type="submit" size="lg" fullWidth loading={busy} disabled={isClosed}>
          {t('Cadastrar')}
        </Button>
      </form>
      <p className={css.aside}>
        {t('Já tem uma conta?')}{' '}
        <Link to="/login" state={{ email: form.values.email }}>
          {t('Entre')}
        </Link>
      </p>
    </Welcome>
  );
}

function validate(values: Values): Partial<Record<keyof Values, string | null>> {
  const name = values.name.trim();
  return {
    name: !name
      ? t('Obrigatório')
      : name.length < userLimits.nameMin
        ? t('Muito curto!')
        : name.length > userLimits.nameMax
          ? t('Muito longo!')
          : null,
    email: !values.email.trim() ? t('Obrigatório') : /^\S+@\S+\.\S+$/.test(values.email.trim()) ? null : t('E-mail inválido'),
    password: !values.password
      ? t('Obrigatório')
      : values.password.length < userLimits.passwordMin
        ? t('Muito curto!')
        : values.password.length > userLimits.passwordMax
          ? t('Muito longo!')
          : null,
    planId: values.planId ? null : t('Escolha um plano'),
  };
}
