import type { ConnectionChannel, ConnectionStatus } from '@balcao/contract/connection-rules';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { t } from '../../../../platform/i18n.ts';
import css from './wizard.module.css';

export type WizardStep = 'type' | 'name' | 'credentials' | 'connect' | 'done';

/** Whether the step is a form to be filled in. */
export function isFilling(step: WizardStep): boolean {
  return step === 'type' || step === 'name' || step === 'credentials';
}

export type WizardFootProps = {
  step: WizardStep;
  channel: ConnectionChannel;
  saving: boolean;
  /** How the new connection is doing, once there is one. */
  status: ConnectionStatus | undefined;
  onBack: () => void;
  /** Closes the wizard, finished or not. */
  onLater: () => void;
  onContinue: () => void;
  onOpenSimulator: () => void;
};

/** The buttons for the next step and back. */
export function WizardFoot({ step, channel, saving, status, onBack, onLater, onContinue, onOpenSimulator }: WizardFootProps) {
  const isCloud = channel === 'whatsapp_cloud';
  return (
    <div className={css.foot}>
      {(step === 'name' || step === 'credentials') && (
        <Button variant="subtle" leftSection={<IconArrowLeft size={16} />} onClick={onBack}>
          {t('Voltar')}
        </Button>
      )}
      <span className={css.spacer} />
      {step === 'connect' && !isCloud && status !== 'DISCONNECTED' && (
        <span className={css.footNote}>{t('Avança sozinho quando o celular confirmar.')}</span>
      )}
      {step === 'connect' && status !== 'CONNECTED' && (
        <Button variant="default" onClick={onLater}>
          {t('Terminar depois')}
        </Button>
      )}
      {step === 'connect' && isCloud && status === 'CONNECTED' && <Button onClick={onContinue}>{t('Continuar')}</Button>}
      {isFilling(step) && (
        <Button type="submit" loading={saving}>
          {step === 'type' || (step === 'name' && isCloud)
            ? t('Continuar')
            : channel === 'simulator'
              ? t('Criar simulador')
              : t('Salvar e conectar')}
        </Button>
      )}
      {step === 'done' && channel === 'simulator' && (
        <Button variant="default" onClick={onOpenSimulator}>
          {t('Abrir o simulador')}
        </Button>
      )}
      {step === 'done' && (
        <Button data-autofocus onClick={onLater}>
          {t('Concluir')}
        </Button>
      )}
    </div>
  );
}
