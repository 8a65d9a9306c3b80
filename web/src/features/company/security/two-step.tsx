import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { errorText } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { placeErrors } from '../../../ui/dialog/server-errors.ts';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { Skeleton } from '../../../ui/page/skeleton.tsx';
import { useBeginSecondFactor, useEndSecondFactor, useRenewRecoveryCodes } from './mutations.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import css from './security.module.css';
import { TwoStepSetup } from './two-step-setup.tsx';

type State = { on: boolean; recoveryCodesLeft: number };
/** What the password is asked for. */
type Wish = 'begin' | 'renew' | 'end';
type Shown =
  | { step: 'state' }
  | { step: 'ask'; wish: Wish }
  | { step: 'scan'; secret: string; uri: string }
  | { step: 'codes'; codes: string[] };

/** Signing in with a code besides the password: on, off, and its recovery codes. */
export function TwoStep({ state, error }: { state: State | undefined; error: Error | null }) {
  const [shown, setShown] = useState<Shown>({ step: 'state' });
  const begin = useBeginSecondFactor();
  const renew = useRenewRecoveryCodes();
  const end = useEndSecondFactor();
  const carryOut = async (wish: Wish, password: string) => {
    if (wish === 'begin') return setShown({ step: 'scan', ...(await begin.mutateAsync(password)) });
    if (wish === 'renew') return setShown({ step: 'codes', codes: (await renew.mutateAsync(password)).recoveryCodes });
    await end.mutateAsync(password);
    toastSuccess(t('Verificação em duas etapas desativada.'), toastLife.administration);
    setShown({ step: 'state' });
  };
  return (
    <section className={css.part} aria-labelledby="two-step">
      <h3 id="two-step">
        {t('Verificação em duas etapas')}
        {state && <StatusChip tone={state.on ? 'ok' : 'quiet'}>{state.on ? t('Ativada') : t('Desativada')}</StatusChip>}
      </h3>
      {error && <p role="alert">{errorText(error)}</p>}
      {!state && !error && <Skeleton height={72} />}
      {state && shown.step === 'state' && <Current state={state} onWish={(wish) => setShown({ step: 'ask', wish })} />}
      {shown.step === 'ask' && (
        <AskPassword
          wish={shown.wish}
          onGiven={(password) => carryOut(shown.wish, password)}
          onCancel={() => setShown({ step: 'state' })}
        />
      )}
      {shown.step === 'scan' && (
        <TwoStepSetup
          secret={shown.secret}
          uri={shown.uri}
          onDone={(codes) => setShown({ step: 'codes', codes })}
          onCancel={() => setShown({ step: 'state' })}
        />
      )}
      {shown.step === 'codes' && <RecoveryCodes codes={shown.codes} onKept={() => setShown({ step: 'state' })} />}
    </section>
  );
}

function Current({ state, onWish }: { state: State; onWish: (wish: Wish) => void }) {
  if (!state.on) {
    return (
      <>
        <p className={css.text}>{t('Ao entrar, além da senha, pede-se um código de um aplicativo autenticador no seu celular.')}</p>
        <div className={css.buttons}>
          <Button onClick={() => onWish('begin')}>{t('Ativar')}</Button>
        </div>
      </>
    );
  }
  return (
    <>
      <p className={css.text}>{t('Restam {{count}} códigos de recuperação.', { count: state.recoveryCodesLeft })}</p>
      <div className={css.buttons}>
        <Button variant="default" onClick={() => onWish('renew')}>
          {t('Gerar outros códigos')}
        </Button>
        <Button variant="default" onClick={() => onWish('end')}>
          {t('Desativar')}
        </Button>
      </div>
    </>
  );
}

function AskPassword({ wish, onGiven, onCancel }: { wish: Wish; onGiven: (password: string) => Promise<void>; onCancel: () => void }) {
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { currentPassword: '' },
    validate: { currentPassword: (value) => (value ? null : t('Obrigatório')) },
  });
  const verb = { begin: t('Continuar'), renew: t('Gerar outros códigos'), end: t('Desativar') }[wish];
  const submit = async ({ currentPassword }: { currentPassword: string }) => {
    setBusy(true);
    try {
      await onGiven(currentPassword);
      setBusy(false);
    } catch (error) {
      setBusy(false);
      if (!placeErrors(form, error)) form.setFieldError('currentPassword', errorText(error));
    }
  };
  return (
    <form className={css.form} noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
      <PasswordInput
        label={t('Senha atual')}
        autoComplete="current-password"
        autoFocus
        visibilityToggleButtonProps={{ 'aria-label': t('Mostrar ou ocultar a senha') }}
        {...form.getInputProps('currentPassword')}
      />
      <div className={css.buttons}>
        <Button type="submit" loading={busy} color={wish === 'end' ? 'red' : undefined}>
          {verb}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('Cancelar')}
        </Button>
      </div>
    </form>
  );
}
