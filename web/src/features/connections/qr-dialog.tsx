import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { notifyError } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useSession } from './mutations.ts';
import { QrPanel } from './qr-panel.tsx';
import { useConnection } from './queries.ts';

/** Also without the live line a code has to arrive. */
const watchMs = 4000;

/** Shows the QR code of a connection; closes when news come that it was read or is gone. */
export function QrDialog({ whatsappId, onClose }: { whatsappId: number; onClose: () => void }) {
  const connection = useConnection(whatsappId, watchMs);
  const session = useSession();
  const shown = useRef(false);
  const code = connection.data?.qrcode;
  const status = connection.data?.status;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (code) shown.current = true;
    else if (status !== undefined && (shown.current || status === 'CONNECTED')) close();
  }, [code, status]);
  const renew = () => {
    shown.current = false;
    session.mutate({ whatsappId, verb: 'renew' }, { onError: (error) => notifyError(error) });
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={connection.data ? t('Conectar {{name}}', { name: connection.data.name }) : t('Conectar um WhatsApp')}
      width={720}
      foot={
        <Button variant="default" onClick={onClose}>
          {t('Fechar')}
        </Button>
      }
    >
      <QrPanel connection={connection.data} busy={session.isPending} onRenew={renew} />
    </Dialog>
  );
}
