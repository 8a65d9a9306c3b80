import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import type { QueueView } from '@balcao/contract/queues';
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle, IconArrowLeft, IconCircleCheck } from '@tabler/icons-react';
import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react';
import { errorCode, errorText, notifyError } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { confirmDiscard, placeErrors, useLeaveGuard } from '../../ui/form-dialog.tsx';
import { ChannelChoice } from './channel-choice.tsx';
import { CloudFields } from './cloud-fields.tsx';
import { CloudGuide } from './cloud-guide.tsx';
import { type ConnectionValues, connectionRules, newConnectionValues } from './connection-form.ts';
import { GeneralFields } from './general-fields.tsx';
import { useChangeCredentials, useCreateConnection, useSession } from './mutations.ts';
import { QrPanel } from './qr-panel.tsx';
import { useConnection } from './queries.ts';
import css from './wizard.module.css';
import { WizardSteps } from './wizard-steps.tsx';

export type ConnectWizardProps = {
  queues: readonly QueueView[];
  /** Whether the company has no connection yet; the first one is the default. */
  isFirst: boolean;
  onClose: () => void;
  onOpenSimulator: (whatsappId: number) => void;
};

type Step = 'type' | 'name' | 'credentials' | 'connect' | 'done';
const watchMs = 3000;

/** Adds a connection step by step, and sees it connected. Drawn while it is open. */
export function ConnectWizard({ queues, isFirst, onClose, onOpenSimulator }: ConnectWizardProps) {
  const [channel, setChannel] = useState<ConnectionChannel>('whatsapp_web');
  const [step, setStep] = useState<Step>('type');
  const [problem, setProblem] = useState<string | null>(null);
  const [whatsappId, setWhatsappId] = useState<number | null>(null);
  const connection = useConnection(whatsappId, step === 'connect' ? watchMs : undefined);
  const create = useCreateConnection();
  const correct = useChangeCredentials();
  const session = useSession();
  const form = useForm<ConnectionValues>({
    initialValues: newConnectionValues('', isFirst),
    validate: connectionRules(channel === 'whatsapp_cloud' && step === 'credentials' ? 'missing' : 'none'),
  });
  const isCloud = channel === 'whatsapp_cloud';
  const created = whatsappId !== null;
  useLeaveGuard(!created, () => form.isDirty());

  const advance = useEffectEvent(() => setStep('done'));
  const status = connection.data?.status;
  useEffect(() => {
    if (step === 'connect' && !isCloud && (status === 'CONNECTED' || status === 'PAIRING')) advance();
  }, [step, isCloud, status]);

  const leave = async () => {
    if (create.isPending) return;
    if (!created && form.isDirty() && !(await confirmDiscard())) return;
    onClose();
  };
  const fail = (error: unknown) => {
    const placed = placeErrors(form, error, { ERR_WAPP_NAME_EXISTS: 'name', ERR_WAPP_GREETING_REQUIRED: 'greetingMessage' });
    setProblem(placed ? null : errorText(error));
    const code = errorCode(error);
    if (code === 'ERR_WAPP_NAME_EXISTS' || code === 'ERR_WAPP_GREETING_REQUIRED') setStep('name');
  };
  const save = async () => {
    setProblem(null);
    try {
      if (whatsappId !== null) await correct.mutateAsync({ whatsappId, values: form.values });
      else setWhatsappId((await create.mutateAsync({ channel, values: form.values })).id);
      if (!created) toastSuccess(t('Conexão criada com sucesso.'), toastLife.administration);
      setStep('connect');
    } catch (error) {
      fail(error);
    }
  };
  const next = async (event: SubmitEvent) => {
    event.preventDefault();
    if (step === 'type') setStep('name');
    else if (form.validate().hasErrors)
      window.requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus());
    else if (step === 'name' && isCloud) setStep('credentials');
    else await save();
  };
  const back = () => {
    setProblem(null);
    setStep(step === 'credentials' ? (created ? 'connect' : 'name') : 'type');
  };
  const run = (verb: 'start' | 'renew') =>
    whatsappId !== null && session.mutate({ whatsappId, verb }, isCloud ? {} : { onError: (error) => notifyError(error) });

  const names = [
    t('Tipo de conexão'),
    t('Nome e filas'),
    isCloud ? t('Ligar à Meta') : channel === 'simulator' ? t('Ligar') : t('Ler o código'),
    t('Pronto'),
  ];
  const at = { type: 0, name: 1, credentials: 2, connect: 2, done: 3 }[step];
  const filling = step === 'type' || step === 'name' || step === 'credentials';
  return (
    <Dialog opened onClose={() => void leave()} title={t('Conectar um WhatsApp')} width={780} flush>
      <form noValidate onSubmit={(event) => void next(event)}>
        <WizardSteps names={names} at={at} />
        <div className={css.body}>
          {problem && (
            <Banner tone="bad" icon={<IconAlertCircle />} urgent>
              {problem}
            </Banner>
          )}
          {step === 'type' && <ChannelChoice value={channel} onChange={setChannel} />}
          {step === 'name' && <GeneralFields form={form} queues={queues} locked={isFirst} />}
          {step === 'credentials' && <CloudFields form={form} stored={created} />}
          {step === 'connect' && !isCloud && <QrPanel connection={connection.data} busy={session.isPending} onRenew={() => run('renew')} />}
          {step === 'connect' && isCloud && connection.data && (
            <CloudGuide
              connection={connection.data}
              verifyToken={form.values.verifyToken}
              testing={session.isPending}
              testError={session.error}
              onTest={() => run('start')}
              onEditCredentials={() => setStep('credentials')}
            />
          )}
          {step === 'done' && <Done name={form.values.name} channel={channel} />}
        </div>
        <div className={css.foot}>
          {(step === 'name' || step === 'credentials') && (
            <Button variant="subtle" leftSection={<IconArrowLeft size={16} />} onClick={back}>
              {t('Voltar')}
            </Button>
          )}
          <span className={css.spacer} />
          {step === 'connect' && !isCloud && status !== 'DISCONNECTED' && (
            <span className={css.footNote}>{t('Avança sozinho quando o celular confirmar.')}</span>
          )}
          {step === 'connect' && status !== 'CONNECTED' && (
            <Button variant="default" onClick={onClose}>
              {t('Terminar depois')}
            </Button>
          )}
          {step === 'connect' && isCloud && status === 'CONNECTED' && <Button onClick={() => setStep('done')}>{t('Continuar')}</Button>}
          {filling && (
            <Button type="submit" loading={create.isPending || correct.isPending}>
              {step === 'type' || (step === 'name' && isCloud)
                ? t('Continuar')
                : channel === 'simulator'
                  ? t('Criar simulador')
                  : t('Salvar e conectar')}
            </Button>
          )}
          {step === 'done' && channel === 'simulator' && whatsappId !== null && (
            <Button variant="default" onClick={() => onOpenSimulator(whatsappId)}>
              {t('Abrir o simulador')}
            </Button>
          )}
          {step === 'done' && (
            <Button data-autofocus onClick={onClose}>
              {t('Concluir')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function Done({ name, channel }: { name: string; channel: ConnectionChannel }) {
  return (
    <div className={css.done} role="status">
      <IconCircleCheck size={48} aria-hidden />
      <h3>{t('{{name}} está pronto', { name })}</h3>
      <p>
        {channel === 'simulator'
          ? t('Abra o simulador e escreva como cliente: a conversa aparece em Atendimentos.')
          : t('As mensagens que chegarem neste número aparecem em Atendimentos. Peça a alguém que escreva para testar.')}
      </p>
    </div>
  );
}
