import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '../../../../platform/i18n.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { LinkPanel } from './link-panel.tsx';
import { useLinking } from './use-linking.ts';

export type QrDialogProps = {
  whatsappId: number;
  onClose: () => void;
  /** Moves the number to the Cloud API. */
  onSwitch: () => void;
};

const successMs = 2000;

/** Links the phone of a connection. Closes when its code has expired, and after success; a failure stays, with what can be done about it. */
export function QrDialog({ whatsappId, onClose, onSwitch }: QrDialogProps) {
  const linking = useLinking(whatsappId);
  const [first] = useState(linking.stage);
  const { connection, stage } = linking;
  const close = useEffectEvent(onClose);
  const [shown, setShown] = useState(false);
  if (!shown && (stage === 'qr' || stage === 'code')) setShown(true);
  const codeGone = shown && stage === 'expired';
  const ended =
    linking.gone || codeGone || (stage === 'failed' && first !== 'failed' && connection?.statusReason === 'disconnected_by_user');
  useEffect(() => {
    if (ended) close();
    if (stage !== 'done') return;
    const timer = window.setTimeout(() => close(), successMs);
    return () => window.clearTimeout(timer);
  }, [ended, stage]);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={connection ? t('Conectar {{name}}', { name: connection.name }) : t('Conectar um WhatsApp')}
      width={720}
      foot={
        <Button variant="default" onClick={onClose}>
          {t('Fechar')}
        </Button>
      }
    >
      <LinkPanel linking={linking} onSwitch={onSwitch} />
    </Dialog>
  );
}
