import type { ConnectionDetail } from '@balcao/contract/connections';
import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { QRCodeSVG } from 'qrcode.react';
import { t } from '../../platform/i18n.ts';
import { Banner } from '../../ui/banner.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { stateSentence } from './connection-status.tsx';
import css from './qr-panel.module.css';

export type QrPanelProps = {
  connection: ConnectionDetail | undefined;
  /** Another code is being asked for. */
  busy: boolean;
  onRenew: () => void;
};

/** How to link the phone, and the code to read; or why there is none. */
export function QrPanel({ connection, busy, onRenew }: QrPanelProps) {
  const failed = connection?.status === 'DISCONNECTED' && !busy;
  return (
    <div className={css.panel}>
      <div>
        <ol className={css.steps}>
          <li>{t('Abra o WhatsApp no celular deste número.')}</li>
          <li>{t('Toque em Mais opções no Android ou em Ajustes no iPhone.')}</li>
          <li>{t('Entre em Aparelhos conectados e toque em Conectar um aparelho.')}</li>
          <li>{t('Aponte a câmera para este código.')}</li>
        </ol>
        <details className={css.help}>
          <summary>{t('O código não é aceito?')}</summary>
          <p>
            {t(
              'Confira a internet do celular e se ele já não tem quatro aparelhos conectados. O código muda de tempos em tempos; leia sempre o que está na tela.',
            )}
          </p>
        </details>
      </div>
      <div className={css.code}>
        {failed ? (
          <div className={css.failed}>
            <Banner tone="bad" icon={<IconAlertCircle />} urgent>
              {stateSentence(connection)}
            </Banner>
            <Button variant="light" onClick={onRenew}>
              {t('Novo QR')}
            </Button>
          </div>
        ) : connection?.qrcode ? (
          <>
            <span className={css.frame}>
              <QRCodeSVG
                value={connection.qrcode}
                size={256}
                marginSize={2}
                role="img"
                title={t('QR Code para conectar {{name}}', { name: connection.name })}
              />
            </span>
            <p className={css.note} role="status">
              {t('Esperando a leitura. O código se renova sozinho.')}
            </p>
          </>
        ) : (
          <>
            <span className={css.waiting}>
              <Skeleton width={256} height={256} />
            </span>
            <p className={css.note} role="status">
              {t('Waiting for QR Code')}
            </p>
          </>
        )}
      </div>
    </div>
  );
}
