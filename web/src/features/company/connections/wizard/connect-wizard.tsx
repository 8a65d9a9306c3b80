import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import type { QueueView } from '@balcao/contract/queues';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { errorCode, errorText } from '../../../../platform/errors.ts';
import { t } from '../../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../../platform/toast.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { confirmDiscard, useLeaveGuard } from '../../../../ui/dialog/form-dialog.tsx';
import { focusFirstError, placeErrors } from '../../../../ui/dialog/server-errors.ts';
import { Banner } from '../../../../ui/page/banner.tsx';
import { CloudFields } from '../form/cloud-fields.tsx';
import { type ConnectionValues, connectionRules, newConnectionValues } from '../form/connection-form.ts';
import { GeneralFields } from '../form/general-fields.tsx';
import { HistoryFields } from '../form/history-fields.tsx';
import { LinkPanel } from '../link/link-panel.tsx';
import { useLinking } from '../link/use-linking.ts';
import { useChangeCredentials, useCreateConnection } from '../mutations.ts';
import { ChannelChoice } from './channel-choice.tsx';
import { CloudGuide } from './cloud-guide.tsx';
import css from './wizard.module.css';
import { WizardDone } from './wizard-done.tsx';
import { isFilling, WizardFoot, type WizardStep } from './wizard-foot.tsx';
import { WizardSteps } from './wizard-steps.tsx';

export type ConnectWizardProps = {
  /** The channel that is chosen at first. */
  channel?: ConnectionChannel;
  queues: readonly QueueView[];
  /** Whether the company has no connection yet; the first one is the default. */
  isFirst: boolean;
  onClose: () => void;
  onOpenSimulator: (whatsappId: number) => void;
  /** Moves the new connection to the Cloud API; for accounts that cannot be linked. */
  onSwitch: (whatsappId: number) => void;
};

/** Adds a connection step by step, until it is connected. Mounted while it is open. */
export function ConnectWizard({
  channel: first = 'whatsapp_web',
  queues,
  isFirst,
  onClose,
  onOpenSimulator,
  onSwitch,
}: ConnectWizardProps) {
  const [channel, setChannel] = useState<ConnectionChannel>(first);
  const [step, setStep] = useState<WizardStep>('type');
  const [problem, setProblem] = useState<string | null>(null);
  const [whatsappId, setWhatsappId] = useState<number | null>(null);
  const linking = useLinking(whatsappId, step === 'connect');
  const create = useCreateConnection();
  const correct = useChangeCredentials();
  const form = useForm<ConnectionValues>({
    initialValues: newConnectionValues('', isFirst),
    validate: connectionRules(channel === 'whatsapp_cloud' && step === 'credentials' ? 'missing' : 'none'),
  });
  const filledIn = useRef<HTMLFormElement>(null);
  // What had the focus went with the step before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its first field.
  useEffect(() => filledIn.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [step]);
  const isCloud = channel === 'whatsapp_cloud';
  const created = whatsappId !== null;
  useLeaveGuard(!created, () => form.isDirty());

  if (step === 'connect' && !isCloud && linking.stage === 'done') setStep('done');

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
    if (!isFilling(step)) return;
    if (step === 'type') setStep('name');
    else if (form.validate().hasErrors) focusFirstError();
    else if (step === 'name' && isCloud) setStep('credentials');
    else await save();
  };
  const back = () => {
    setProblem(null);
    setStep(step === 'credentials' ? (created ? 'connect' : 'name') : 'type');
  };
  const names = [
    t('Tipo de conexão'),
    t('Nome e filas'),
    isCloud ? t('Ligar à Meta') : channel === 'simulator' ? t('Ligar') : t('Ligar o celular'),
    t('Pronto'),
  ];
  const at = { type: 0, name: 1, credentials: 2, connect: 2, done: 3 }[step];
  return (
    <Dialog opened onClose={() => void leave()} title={t('Conectar um WhatsApp')} width={780} flush>
      <form ref={filledIn} noValidate onSubmit={(event) => void next(event)}>
        <WizardSteps names={names} at={at} />
        <div className={css.body}>
          {problem && (
            <Banner tone="bad" icon={<IconAlertCircle />} urgent>
              {problem}
            </Banner>
          )}
          {step === 'type' && <ChannelChoice value={channel} onChange={setChannel} />}
          {step === 'name' && <GeneralFields form={form} queues={queues} locked={isFirst} />}
          {step === 'name' && channel === 'whatsapp_web' && <HistoryFields form={form} />}
          {step === 'credentials' && <CloudFields form={form} stored={created} />}
          {step === 'connect' && !isCloud && (
            <LinkPanel linking={linking} onSwitch={whatsappId === null ? undefined : () => onSwitch(whatsappId)} />
          )}
          {step === 'connect' && isCloud && linking.connection && (
            <CloudGuide
              connection={linking.connection}
              verifyToken={form.values.verifyToken}
              testing={linking.busy}
              testError={linking.error}
              onTest={linking.retry}
              onEditCredentials={() => setStep('credentials')}
            />
          )}
          {step === 'done' && <WizardDone name={form.values.name} channel={channel} importDays={Number(form.values.importDays)} />}
        </div>
        <WizardFoot
          step={step}
          channel={channel}
          saving={create.isPending || correct.isPending}
          status={linking.connection?.status}
          onBack={back}
          onLater={onClose}
          onContinue={() => setStep('done')}
          onOpenSimulator={() => whatsappId !== null && onOpenSimulator(whatsappId)}
        />
      </form>
    </Dialog>
  );
}
